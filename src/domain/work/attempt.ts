/**
 * An attempt: one agent process on one task, or on advice. Its id is `<work>.<number>`; a lost attempt's late report is told apart by
 * that id alone, because the next attempt has the next number.
 *
 * States: deferred → starting → working → (stopping) → gone. `deferred` exists while the run is paused or the account
 * held: the tree wants it started, Reeve does not start it yet.
 */

import type { Because } from "../because.ts";
import type { TaskId } from "../spec/plan.ts";
import type { Changeset } from "../spec/workspace.ts";
import type { TreePath } from "../tree/tree.ts";
import type { PromptText } from "../words/prompt-text.ts";
import type { Health } from "./health.ts";
import type { BlockedResult, DoneResult, Usage } from "./outcome.ts";
import type { AdvisorRole } from "./role-answers.ts";
import type { AgentSession } from "./session.ts";
import type { WorkRef } from "./work.ts";

export type AttemptId = string;

/** The one place that names an attempt. */
export function attemptId(work: string, number: number): AttemptId {
  return `${work}.${number}`;
}

/** Whose attempt it is: the id of a task or of an advisor. */
export function workOfAttempt(id: AttemptId): string {
  return id.slice(0, id.lastIndexOf("."));
}

export function numberOfAttempt(id: AttemptId): string {
  return id.slice(id.lastIndexOf(".") + 1);
}

export type AttemptPhase = "deferred" | "starting" | "working" | "stopping";

export type Attempt = AttemptFields & WorkRef;

interface AttemptFields {
  readonly id: AttemptId;
  readonly number: number;
  readonly path: TreePath;
  readonly incarnation: number;
  readonly agent: string;
  readonly model: string | null;
  readonly graceMs: number;
  readonly briefing: Briefing;
  readonly changeset: Changeset;
  readonly startedAt: number;
  /** Moves forward when the machine slept: sleeping is not working. */
  deadlineAt: number;
  phase: AttemptPhase;
  host: string | null;
  inputHash: string | null;
  stopBecause: Because | null;
  usage: Usage;
  /** It used tokens whose price nobody knows. */
  unpriced?: true;
  activity: string | null;
  activityAt: number;
  /** What it has reported as its result, though it has not ended. */
  reported?: DoneResult | BlockedResult;
  /** How often it has reported one. */
  reports?: number;
  /** It waits for a person at most until then; absent: it does not. Known, so nobody takes it for a hang. */
  waitsUntil?: number;
  /** So much of its life was such waiting. */
  waitedMs?: number;
  /** Since then the brake holds it; absent: it does not. */
  pausedAt?: number;
  /** So much of its life it could not work: not yet admitted, asleep with the machine, or paused by the brake. */
  idleMs?: number;
  /** Of the agent's own, in which it works; null: none is known. Absent in snapshots of before, as are the next two. */
  session?: string | null;
  dir?: string;
  /** Absent: nothing was seen that is worth a word. */
  health?: Health;
  /** What its driver noted. */
  noted?: string[];
  /** Rules it broke, and was answered for. */
  violated?: readonly string[];
}

/** What this attempt is told beyond the task's own prompt. The same briefing gives the same input, byte for byte. */
export interface Briefing {
  /** Why it was started again and what the earlier attempt had reached; null on a first attempt. */
  readonly restart: Restart | null;
  /** A person's answers and reasons, oldest first. */
  readonly notes: readonly string[];
  /** What advisors found out about the earlier attempt. */
  readonly advice?: string;
  /** What the tasks it depends on decided and worry about. */
  readonly upstream: readonly {
    readonly task: TaskId;
    readonly decisions: readonly string[];
    readonly concerns: readonly string[];
  }[];
}

export interface Restart {
  readonly because: Because;
  readonly reached: string | null;
  /** What Reeve found: failed gates with their output, a conflict with both its sides. */
  readonly report?: string;
  /** What it had found before that, where the work was not judged again since. */
  readonly earlier?: string;
}

/** Everything an effect needs to start the attempt; made from the journaled event, so it is the same after a replay. */
export interface AttemptOrder {
  readonly id: AttemptId;
  /** The task, or the advisor: under this name it has its place to work. */
  readonly task: string;
  readonly number: number;
  readonly agent: string;
  readonly model: string | null;
  readonly prompt: PromptText;
  readonly title: string;
  readonly changeset: Changeset;
  /** Set for an advisor: it reads this commit and writes nothing; null: what is integrated. */
  readonly advisor?: { readonly role: AdvisorRole; readonly commit: string | null };
  /** To be gone on with; null: a new one is begun. */
  readonly session: AgentSession | null;
}
