/**
 * What is certain before an agent is started, and cheap to see: that its own settings forbid it to work unattended. It is
 * then not started, and a person is told why.
 */
import type { Failure } from "../../../domain/proof/failure.ts";
import { knownAgent } from "./known-agents.ts";
import { type Env, forbidsUnattended } from "./look-at-agent.ts";

/** Null: nothing speaks against it. Only agents that are driven by their own name are started in such a mode. */
export function preflight(adapter: string, program: string, env: Env): Failure | null {
  const known = knownAgent(program);
  const place = known && known.program === adapter ? forbidsUnattended(known, env) : null;
  if (known === undefined || place === null) return null;
  const message = `${known.name} may not work without asking (${place}), so it was not started. Remove that setting, or have the person who manages it do so.`;
  return { class: "permission", restart: "terminal", subject: known.program, message, evidence: [place] };
}
