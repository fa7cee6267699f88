/**
 * What became of a run over time, as plain JSON: per task its attempts, the stretches of time it spent waiting, working and
 * being proved, and what happened at which moment; per run its money and its limits. Folded from the journal, record by
 * record, beside the state; it looks and decides nothing.
 */
import type { Failure } from "../../../domain/proof/failure.ts";
import type { Changed, GateResult } from "../../../domain/proof/gate.ts";
import type { TaskId } from "../../../domain/spec/plan.ts";
import type { AttemptId } from "../../../domain/work/attempt.ts";
import type { Usage } from "../../../domain/work/outcome.ts";

/** wait: for tasks or a slot. you: for a person, also after it was given up. */
export type SpanKind = "wait" | "limit" | "backoff" | "work" | "proof" | "you";

export interface Span {
  readonly kind: SpanKind;
  readonly from: number;
  /** Null: until now. */
  to: number | null;
  /** Of work and proof: whose. */
  readonly attempt?: AttemptId;
}

export type MarkKind =
  | "started"
  | "failed"
  | "restart"
  | "decision"
  | "question"
  | "sent_back"
  | "merged"
  | "done"
  | "gave_up"
  | "skipped";

/** What happened to a task at one moment; the sentence about it is the record's. */
export interface Mark {
  readonly kind: MarkKind;
  readonly at: number;
  readonly seq: number;
}

/** verified: it passed and waits to be merged. done: its agent says so, and nothing has looked yet. */
export type AttemptEnd =
  | "done"
  | "verified"
  | "merged"
  | "gate_failed"
  | "sent_back"
  | "failed"
  | "blocked"
  | "stopped"
  | "lost";

export interface AttemptView {
  readonly id: AttemptId;
  readonly number: number;
  readonly agent: string;
  readonly model: string | null;
  readonly startedAt: number;
  endedAt: number | null;
  /** When Reeve had looked at its work. */
  provedAt: number | null;
  /** Null: it is at work. */
  ended: AttemptEnd | null;
  /** Why, where it failed or its work did. */
  failure: Failure | null;
  usage: Usage;
  /** Calls of tools; null: nothing is known. */
  calls: number | null;
}

export interface TaskHistory {
  readonly attempts: AttemptView[];
  readonly spans: Span[];
  readonly marks: Mark[];
  /** What looked at its latest work, and on the merged whole. */
  gates: readonly GateResult[];
  merged: readonly GateResult[];
  changed: Changed | null;
  commit: string | null;
}

export interface LimitBand {
  readonly account: string;
  readonly agent: string;
  readonly from: number;
  /** As it was told or guessed, until it really was freed. */
  until: number;
}

export interface MoneyPoint {
  readonly at: number;
  /** All of the run by then. */
  readonly usd: number;
}

export interface RunHistory {
  seq: number;
  /** When its first and its newest record were written. */
  from: number;
  to: number;
  /** When each record was written, by its number less one. */
  readonly times: number[];
  readonly tasks: Map<TaskId, TaskHistory>;
  readonly limits: LimitBand[];
  readonly money: MoneyPoint[];
  /** By agent and model: what they used, also what is still at work. */
  readonly spent: Map<string, Spender>;
  /** Per attempt what was counted so far, of tasks and advisors. */
  readonly counted: Map<AttemptId, { readonly key: string; usage: Usage }>;
}

export interface Spender {
  readonly agent: string;
  readonly model: string | null;
  usd: number;
  tokens: number;
}

export function newHistory(): RunHistory {
  return {
    seq: 0,
    from: 0,
    to: 0,
    times: [],
    tasks: new Map(),
    limits: [],
    money: [],
    spent: new Map(),
    counted: new Map(),
  };
}

export function historyOf(history: RunHistory, task: TaskId): TaskHistory {
  const known = history.tasks.get(task);
  if (known) return known;
  const made: TaskHistory = {
    attempts: [],
    spans: [],
    marks: [],
    gates: [],
    merged: [],
    changed: null,
    commit: null,
  };
  history.tasks.set(task, made);
  return made;
}
