/** What happened to a task at which moment: the marks on its line of time. */
import type { Event } from "../../../engine/event.ts";
import { askersOf } from "../../../engine/question/question-text.ts";
import { historyOf, type MarkKind, type RunHistory } from "./run-history.ts";

export function foldMark(history: RunHistory, event: Event, when: { readonly at: number; readonly seq: number }): void {
  for (const { task, kind } of marksOf(event)) historyOf(history, task).marks.push({ kind, ...when });
}

type Marked = { readonly task: string; readonly kind: MarkKind };

function marksOf(event: Event): readonly Marked[] {
  switch (event.type) {
    case "attempt_started":
      return event.task === undefined ? [] : [{ task: event.task, kind: "started" }];
    case "attempt_ended":
      return event.task !== undefined && event.outcome.type === "failed" ? [{ task: event.task, kind: "failed" }] : [];
    case "task_verified":
      return event.passed ? [] : [{ task: event.task, kind: "failed" }];
    case "restart_scheduled":
      return event.of?.task === undefined ? [] : [{ task: event.of.task, kind: "restart" }];
    case "task_integrated":
      return [{ task: event.task, kind: event.integration.type === "merged" ? "merged" : "sent_back" }];
    case "question_asked":
      return askersOf(event.question).map((task) => ({ task, kind: "question" }));
    case "pattern_found":
      return [{ task: event.fix.id, kind: "decision" }];
    default:
      return plainMark(event);
  }
}

const PLAIN: Readonly<Partial<Record<Event["type"], MarkKind>>> = {
  task_sent_back: "sent_back",
  task_requeued: "decision",
  task_reopened: "decision",
  task_revived: "decision",
  task_advised: "decision",
  dependency_added: "decision",
  task_done: "done",
  task_given_up: "gave_up",
  task_skipped: "skipped",
};

function plainMark(event: Event): readonly Marked[] {
  const kind = PLAIN[event.type];
  return kind !== undefined && "task" in event && typeof event.task === "string" ? [{ task: event.task, kind }] : [];
}
