/** Keeps the life of each work's latest agent in step with its work and its attempt. For folds; it decides nothing. */
import { type AgentLife, type AgentState, bornAgent, reapAgent, turnAgent } from "../../domain/tree/agent-life.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Work } from "../../domain/work/work.ts";
import type { State } from "../state.ts";

/** After whatever may have changed it. */
export function settleAgent({ attempts }: State, work: Work, at: number): void {
  const attempt = work.attempt === null ? undefined : attempts.live.get(work.attempt);
  if (attempt) work.agent = alive(work.agent, attempt, at);
  else if (work.agent && work.agent.state !== "reaped") work.agent = gone(work.agent, work, at);
}

function alive(life: AgentLife | undefined, attempt: Attempt, at: number): AgentLife {
  const now = stateOf(attempt, at);
  return life?.attempt === attempt.id && life.state !== "reaped"
    ? turnAgent(life, now, at)
    : bornAgent(life, attempt.id, now, at);
}

function stateOf({ phase, pausedAt, waitsUntil }: Attempt, at: number): Exclude<AgentState, "reaped"> {
  if (phase === "deferred" || pausedAt !== undefined) return "waiting_for_wakeup";
  return waitsUntil === undefined || waitsUntil < at ? "working" : "waiting_for_input";
}

function gone(life: AgentLife, { status }: Work, at: number): AgentLife {
  switch (status) {
    case "working": // for the moment until it is said what became of it
      return life;
    case "verifying":
    case "integrating":
      return turnAgent(life, "verifying", at);
    case "failed":
      return turnAgent(life, "failed", at);
    case "done":
      return reapAgent(turnAgent(life, "done", at), "done", at);
    case "waiting_for_input":
    case "given_up":
      return reapAgent(turnAgent(life, "failed", at), "escalate", at);
    case "skipped":
      return reapAgent(life, "stopped", at);
    default:
      return reapAgent(turnAgent(life, "failed", at), "restart", at);
  }
}
