/**
 * Which of the agents Reeve knows are installed: looked for in PATH, with a look at their login as `doctor` does it. It
 * starts none of them.
 */
import { KNOWN_AGENTS } from "../../effects/agents/doctor/known-agents.ts";
import { type Env, loginOf } from "../../effects/agents/doctor/look-at-agent.ts";
import { findProgram } from "../../effects/agents/host/find-program.ts";

export interface FoundAgents {
  readonly installed: readonly InstalledAgent[];
  readonly others: readonly { readonly adapter: string; readonly name: string; readonly install: string }[];
}

export interface InstalledAgent {
  readonly adapter: string;
  readonly name: string;
  /** How it is started so that it asks nobody. */
  readonly unattended: string;
  /** What to do about its login; null: it was seen, or may lie where Reeve does not look. */
  readonly loginFix: string | null;
}

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
