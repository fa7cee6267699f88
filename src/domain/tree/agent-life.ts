/**
 * The life of the latest agent of a task or of advice, as people see it:
 *
 *   working ⇄ waiting for input | waiting for wake-up → verifying → done → reaped
 *                                                     ↘ failed → (restart | escalate) → reaped
 *
 * Reaped: it is gone, and it is decided what follows. Any other turn is a bug and is refused where it is tried. It decides nothing.
 */
import { BugError } from "../bug.ts";
import type { AttemptId } from "../work/attempt.ts";

export type AgentState =
  | "working"
  | "waiting_for_input" // it asked, and waits for the answer while it lives
  | "waiting_for_wakeup" // it may not start yet, or is held by the brake
  | "verifying" // it said done; Reeve looks at its work
  | "done"
  | "failed" // for the moment until it is decided what follows
  | "reaped";

/** What its end led to: another agent, a person who is asked or a task that is given up, or nothing more. */
export type AgentEnd = "done" | "restart" | "escalate" | "stopped";

export interface AgentLife {
  readonly attempt: AttemptId;
  readonly state: AgentState;
  readonly since: number;
  /** Set once it is reaped. */
  readonly end?: AgentEnd;
}

const TURNS: Readonly<Record<AgentState, readonly AgentState[]>> = {
  working: ["waiting_for_input", "waiting_for_wakeup", "verifying", "done", "failed", "reaped"],
  waiting_for_input: ["working", "waiting_for_wakeup", "verifying", "done", "failed", "reaped"],
  waiting_for_wakeup: ["working", "waiting_for_input", "verifying", "done", "failed", "reaped"],
  verifying: ["done", "failed", "reaped"],
  done: ["reaped"],
  failed: ["reaped"],
  reaped: [],
};

export const AGENT_STATES = Object.keys(TURNS) as readonly AgentState[];

/** What may follow: of one that is done nothing but that, of one that failed anything but that. */
const ENDS: Readonly<Partial<Record<AgentState, readonly AgentEnd[]>>> = {
  done: ["done"],
  failed: ["restart", "escalate", "stopped"],
};

export function mayTurn(from: AgentState, to: AgentState): boolean {
  return TURNS[from].includes(to);
}

/** The one before it must be reaped: no work has two agents. */
export function bornAgent(before: AgentLife | undefined, attempt: AttemptId, state: AgentState, at: number): AgentLife {
  if (before && before.state !== "reaped")
    throw new BugError(`${attempt} begins while ${before.attempt} is ${before.state}`);
  return { attempt, state, since: at };
}

export function turnAgent(life: AgentLife, to: Exclude<AgentState, "reaped">, at: number): AgentLife {
  if (life.state === to) return life;
  if (!mayTurn(life.state, to)) throw new BugError(`agent ${life.attempt} cannot go from ${life.state} to ${to}`);
  return { attempt: life.attempt, state: to, since: at };
}

export function reapAgent({ attempt, state }: AgentLife, end: AgentEnd, at: number): AgentLife {
  const isLegal = mayTurn(state, "reaped") && (ENDS[state]?.includes(end) ?? end !== "done");
  if (!isLegal) throw new BugError(`agent ${attempt} cannot be reaped from ${state} with ${end}`);
  return { attempt, state: "reaped", since: at, end };
}
