/**
 * A run as somebody reviews it: per task what changed, why, what proves it and what it cost; and of the whole, whether
 * it is green. Joined from the state and the history, for text, Markdown and JSON alike. It looks at no repository.
 */

import type { Because } from "../../domain/because.ts";
import type { Changed, GateResult, Verification } from "../../domain/proof/gate.ts";
import type { SealedReceipt } from "../../domain/proof/receipt.ts";
import { integrationBranch, type RunBase } from "../../domain/spec/workspace.ts";
import { type Spent, spentOf } from "../../domain/words/spent.ts";
import { workOfAttempt } from "../../domain/work/attempt.ts";
import type { Task, TaskStatus } from "../../domain/work/task.ts";
import { needsCheck } from "../../engine/merge/jobs.ts";
import type { Verdict } from "../../engine/run/events.ts";
import type { RunPhase } from "../../engine/run/state.ts";
import type { State } from "../../engine/state.ts";
import type { Violation } from "../../engine/violation/violation.ts";
import { countsOf } from "../look/fleet-view.ts";
import { claimsOf, type ResultClaim, type Seen } from "./result-claims.ts";
import { type History, historyOf, type TaskHistory, type Turn } from "./review-history.ts";

export interface Review {
  readonly run: RunReview;
  /** In the order of the plan. */
  readonly tasks: readonly TaskReview[];
  /** Of the tasks that are done, and of the run once it has ended; absent: nobody asked the journal for them. */
  readonly receipts?: readonly SealedReceipt[];
}

export interface RunReview {
  readonly id: string;
  readonly title: string;
  readonly phase: RunPhase;
  readonly verdict: Verdict | null;
  readonly because: Because | null;
  /** null: the run works in the project's folder, without git. */
  readonly base: RunBase | null;
  /** The integration branch, and its newest commit that the journal knows. */
  readonly branch: string | null;
  readonly head: string | null;
  readonly health: Health;
  /** What the last look at the whole found; the last merge where none was needed. */
  readonly gates: readonly GateResult[];
  readonly counts: Readonly<Record<TaskStatus, number>>;
  readonly total: number;
  readonly merged: number;
  readonly cost: Cost;
  readonly questions: readonly string[];
  /** What of the sandbox held; absent: there was to be none. */
  readonly sandbox?: string;
  readonly violations: readonly Violation[];
  /** What advisors would have people change. */
  readonly recommendations: readonly string[];
}

/**
 * green: the last merge has shown it, or a look at the whole. unchecked: each merge passed its own gates, but the whole
 * has to be looked at and was not yet. no_branch: nothing is integrated in such a run.
 */
export type Health = "green" | "red" | "unchecked" | "empty" | "no_branch";

export interface TaskReview {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly because: Because | null;
  readonly dependsOn: readonly string[];
  readonly branch: string | null;
  /** What was verified, from where to where; null where there is no git or nothing was looked at yet. */
  readonly base: string | null;
  readonly commit: string | null;
  /** The integration branch after its merge. */
  readonly merge: string | null;
  /** null: nothing was looked at; then `said` is all there is to tell. */
  readonly changed: Changed | null;
  readonly said: readonly string[];
  /** What its agent says in its last result, and what that rests on. */
  readonly claims: readonly ResultClaim[];
  readonly decisions: readonly string[];
  readonly concerns: readonly string[];
  readonly turns: readonly Turn[];
  readonly evictions: number;
  readonly gates: readonly GateResult[];
  readonly mergeGates: readonly GateResult[];
  readonly violations: readonly Violation[];
  readonly cost: Cost;
}

export interface Cost extends Spent {
  readonly attempts: number;
  readonly tookMs: number;
}

/** `now` is when somebody looks: what still works has taken until then. */
export function reviewOf(state: State, history: History, now: number): Review {
  const { run } = state;
  const tasks = [...state.tasks.values()];
  const reviews = tasks.map((task) => taskReview(task, history, now));
  const merged = reviews.filter((each) => each.merge !== null).length;
  return {
    run: {
      id: run.id,
      title: run.title,
      phase: run.phase,
      verdict: run.verdict,
      because: run.because,
      base: run.base,
      branch: run.base && integrationBranch(run.id),
      head: run.base && (history.head ?? run.base.commit),
      health: healthOf(state, history),
      gates: history.checked,
      counts: countsOf(tasks),
      total: tasks.length,
      merged,
      cost: {
        attempts: state.attempts.started,
        ...spentOf(state.spending.usage, state.spending.usdUnknown),
        tookMs: (run.endedAt ?? now) - run.createdAt,
      },
      questions: [...state.questions.open.keys()],
      violations: history.violations,
      recommendations: (state.advisors.recommendations ?? []).map(({ text }) => text),
    },
    tasks: reviews,
  };
}

function healthOf(state: State, { head }: History): Health {
  const { base, check } = state.run;
  if (base === null) return "no_branch";
  if (check === "red") return "red";
  if (head === null || head === base.commit) return "empty";
  return check === "green" || !needsCheck(state) ? "green" : "unchecked";
}

function taskReview(task: Task, history: History, now: number): TaskReview {
  const past = historyOf(history, task.id);
  const { verification, integration } = past;
  const isMerged = integration?.type === "merged";
  return {
    id: task.id,
    title: task.spec.title,
    status: task.status,
    because: task.because,
    dependsOn: task.spec.dependsOn,
    branch: task.workspace?.branch ?? null,
    base: verification?.base ?? null,
    commit: verification?.commit ?? null,
    merge: isMerged && integration.commit !== integration.onto ? integration.commit : null,
    changed: verification?.changed ?? null,
    said: past.said,
    claims: past.result === null ? [] : claimsOf(past.result, seenOf(verification)),
    decisions: task.decisions,
    concerns: task.concerns,
    turns: past.turns,
    evictions: past.evictions,
    gates: verification?.gates ?? [],
    mergeGates: integration && integration.type !== "conflict" ? integration.gates : [],
    violations: history.violations.filter(({ attempts }) => attempts.some((each) => workOfAttempt(each) === task.id)),
    cost: costOf(task, past, history, now),
  };
}

function seenOf(verification: Verification | null): Seen {
  if (verification === null) return { changed: null, commit: null, gates: [] };
  const { changed, commit, gates } = verification;
  return { changed: commit === null ? null : changed, commit, gates };
}

function costOf(task: Task, past: TaskHistory, { begun }: History, now: number): Cost {
  const since = task.attempt === null ? undefined : begun.get(task.attempt);
  return {
    attempts: task.attempts,
    ...spentOf(task.usage, past.usdUnknown),
    tookMs: past.tookMs + (since === undefined ? 0 : now - since),
  };
}
