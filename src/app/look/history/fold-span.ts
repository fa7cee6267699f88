/** The stretches of a task's time, read off its status after each record: one ends where the next begins. */
import type { Task } from "../../../domain/work/task.ts";
import { accountOf } from "../../../engine/lookup.ts";
import type { State } from "../../../engine/state.ts";
import { historyOf, type RunHistory, type Span, type SpanKind } from "./run-history.ts";

export function foldSpan(history: RunHistory, task: Task, state: State, at: number): void {
  const { spans } = historyOf(history, task.id);
  const kind = kindOf(task, state);
  const last = spans.at(-1);
  const attempt = kind === "work" || kind === "proof" ? latestAttempt(task) : undefined;
  if (last && last.to === null) {
    if (last.kind === kind && last.attempt === attempt) return;
    close(spans, last, at);
  }
  if (kind !== null) spans.push({ kind, from: at, to: null, ...(attempt !== undefined && { attempt }) });
}

/** What took no time at all was only on the way to something. */
function close(spans: Span[], last: Span, at: number): void {
  if (last.from === at) spans.pop();
  else last.to = at;
}

/** Null: it has ended, and nobody waits. */
function kindOf(task: Task, state: State): SpanKind | null {
  const hasEnded = state.run.phase === "ended";
  switch (task.status) {
    case "waiting":
      return "wait";
    case "ready":
      return isLimited(task, state) ? "limit" : "wait";
    case "working":
      return "work";
    case "verifying":
    case "integrating":
      return "proof";
    case "waiting_for_wakeup":
      return task.attempt !== null && isLimited(task, state) ? "limit" : "backoff";
    case "waiting_for_input":
      return "you";
    case "given_up":
      return hasEnded || task.because?.rule === "upstream_ended" ? null : "you";
    case "failed":
    case "done":
    case "skipped":
      return null;
    default:
      return task.status satisfies never;
  }
}

function isLimited({ spec }: Task, { accounts, settings }: State): boolean {
  const hold = accounts.held.get(accountOf(settings, spec.agent));
  return hold !== undefined && hold.kind !== "pace";
}

function latestAttempt({ id, attempts }: Task): string {
  return `${id}.${attempts}`;
}
