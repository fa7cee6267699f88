/**
 * What a review needs of a run's history and its state no longer knows: what was verified and merged, why a task was
 * worked again, how long that took. A fold over events; `reviewOf` joins it with the state.
 */

import type { Because } from "../../domain/because.ts";
import type { GateResult, Integration, Verification } from "../../domain/proof/gate.ts";
import type { DoneResult } from "../../domain/work/outcome.ts";
import type { Question } from "../../domain/work/question.ts";
import type { Event } from "../../engine/event.ts";
import { askersOf } from "../../engine/question/question-text.ts";
import type { Violation } from "../../engine/violation/violation.ts";

/** Something that was decided about a task after it had begun. */
export type Turn = { readonly at: number } & (
  | { readonly what: "again" | "asked" | "skipped" | "given_up" | "revived"; readonly because: Because }
  | { readonly what: "asked"; readonly question: Question }
  | { readonly what: "answered"; readonly text: string }
);

export interface TaskHistory {
  verification: Verification | null;
  /** The last word of the merge queue about it. */
  integration: Integration | null;
  /** Files the agent says it has touched; all there is to tell where nothing was looked at. */
  said: readonly string[];
  /** What it handed back last; null: it never said done. */
  result: DoneResult | null;
  readonly turns: Turn[];
  evictions: number;
  tookMs: number;
  usdUnknown: boolean;
}

export interface History {
  readonly tasks: Map<string, TaskHistory>;
  readonly violations: Violation[];
  /** Of the last merge, or of the look at the whole after it. */
  checked: readonly GateResult[];
  /** The newest commit of the integration branch; null before the first. */
  head: string | null;
  readonly begun: Map<string, number>;
  readonly questions: Map<string, readonly string[]>;
}

export function emptyHistory(): History {
  return { tasks: new Map(), violations: [], checked: [], head: null, begun: new Map(), questions: new Map() };
}

export function historyOf(history: History, task: string): TaskHistory {
  const known = history.tasks.get(task);
  if (known) return known;
  const fresh: TaskHistory = {
    verification: null,
    integration: null,
    said: [],
    result: null,
    turns: [],
    evictions: 0,
    tookMs: 0,
    usdUnknown: false,
  };
  history.tasks.set(task, fresh);
  return fresh;
}

/** Changes `history`: a run of 10,000 tasks is not copied per event. */
export function foldHistory(history: History, event: Event, at: number): void {
  switch (event.type) {
    case "attempt_started":
      if (!event.deferred) history.begun.set(event.attempt, at);
      return;
    case "attempt_admitted":
      history.begun.set(event.attempt, at);
      return;
    case "attempt_ended":
      return ended(history, event, at);
    case "task_verified":
      historyOf(history, event.task).verification = event.verification;
      return;
    case "task_integrated":
      return integrated(history, event.task, event.integration);
    case "run_checked":
      history.checked = event.gates;
      history.head = event.head ?? history.head;
      return;
    case "violation_seen":
      history.violations.push(event.violation);
      return;
    default:
      return foldTurn(history, event, at);
  }
}

function foldTurn(history: History, event: Event, at: number): void {
  const turnOf = (task: string, turn: Turn): void => void historyOf(history, task).turns.push(turn);
  switch (event.type) {
    case "task_requeued":
      return turnOf(event.task, { at, what: "again", because: event.because });
    case "task_skipped":
      return turnOf(event.task, { at, what: "skipped", because: event.because });
    case "task_given_up":
      return turnOf(event.task, { at, what: "given_up", because: event.because });
    case "task_revived":
      return turnOf(event.task, { at, what: "revived", because: event.because });
    case "question_asked": {
      const { question } = event;
      const askers = askersOf(question);
      history.questions.set(question.id, askers);
      for (const task of askers) turnOf(task, { at, what: "asked", question });
      return;
    }
    case "question_joined":
      history.questions.set(event.question, [...(history.questions.get(event.question) ?? []), event.task]);
      return turnOf(event.task, { at, what: "asked", because: event.because });
    case "question_answered":
      for (const task of history.questions.get(event.question) ?? [])
        turnOf(task, { at, what: "answered", text: event.text });
      return;
    default:
      return;
  }
}

function ended(history: History, event: Extract<Event, { type: "attempt_ended" }>, at: number): void {
  if (event.task === undefined) return;
  const task = historyOf(history, event.task);
  task.tookMs += at - (history.begun.get(event.attempt) ?? at);
  history.begun.delete(event.attempt);
  if (event.usage.usd === undefined && event.usage.tokens > 0) task.usdUnknown = true;
  if (event.outcome.type !== "done") return;
  const { result } = event.outcome;
  const { files_created, files_modified } = result;
  task.result = result;
  task.said = [...files_created, ...files_modified];
}

function integrated(history: History, id: string, integration: Integration): void {
  const task = historyOf(history, id);
  task.integration = integration;
  if (integration.type !== "merged") {
    task.evictions += 1;
    return;
  }
  history.head = integration.commit;
  if (integration.commit !== integration.onto) history.checked = integration.gates;
}
