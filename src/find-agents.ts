/**
 * Which of the agents Reeve knows are installed: looked for in PATH, with a look at their login as `doctor` does it. It
 * starts none of them.
 */
import { KNOWN_AGENTS } from "./effects/agents/doctor/known-agents.ts";
import { type Env, loginOf } from "./effects/agents/doctor/look-at-agent.ts";
import { findProgram } from "./effects/agents/host/find-program.ts";
import type { FoundAgents } from "./views/cli/world.ts";

export function findAgents(folder: string, env: Env): FoundAgents {
  const path = env["PATH"] ?? "";
  const isHere = new Set(KNOWN_AGENTS.filter(({ program }) => findProgram(program, folder, path).ok));
  // A keychain is not looked into.
  const mayHide = process.platform === "darwin";
  return {
    installed: [...isHere].map((known) => ({
      adapter: known.program,
      name: known.name,
      unattended: known.unattended,
      loginFix: mayHide || loginOf(known, env) !== null ? null : known.login.fix,
    })),
    others: KNOWN_AGENTS.filter((known) => !isHere.has(known)).map(({ program, name, install }) => {
      return { adapter: program, name, install };
    }),
  };
}
