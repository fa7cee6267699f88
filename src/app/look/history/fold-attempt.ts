/** The attempts of each task, from their start to what became of their work. */
import { type AttemptId, workOfAttempt } from "../../../domain/work/attempt.ts";
import type { Usage } from "../../../domain/work/outcome.ts";
import type { Event, EventOf } from "../../../engine/event.ts";
import { type AttemptEnd, type AttemptView, historyOf, type RunHistory } from "./run-history.ts";

export function foldAttempt(history: RunHistory, event: Event, at: number): void {
  switch (event.type) {
    case "attempt_started":
      return started(history, event, at);
    case "attempt_admitted":
      return replaced(history, event.attempt, (attempt) => ({ ...attempt, startedAt: at }));
    case "attempt_progressed":
      return change(history, event.attempt, (attempt) => {
        attempt.usage = event.usage;
      });
    case "attempt_ended":
      return ended(history, event, at);
    case "task_verified":
      return verified(history, event, at);
    case "task_integrated":
      return integrated(history, event);
    case "task_sent_back":
      return change(history, history.tasks.get(event.task)?.attempts.at(-1)?.id ?? "", (attempt) => {
        attempt.ended = "sent_back";
      });
    default:
      return;
  }
}

function started(history: RunHistory, event: EventOf<"attempt_started">, at: number): void {
  if (event.task === undefined) return;
  const { attempt: id, number, agent, model } = event;
  historyOf(history, event.task).attempts.push({
    id,
    number,
    agent,
    model,
    startedAt: at,
    endedAt: null,
    provedAt: null,
    ended: null,
    failure: null,
    usage: { tokens: 0, usd: 0 },
    calls: null,
  });
}

function ended(history: RunHistory, { attempt: id, outcome, usage, handover }: EventOf<"attempt_ended">, at: number) {
  change(history, id, (attempt) => {
    attempt.endedAt = at;
    attempt.ended = ENDS[outcome.type];
    attempt.usage = larger(attempt.usage, usage);
    if (outcome.type === "failed") attempt.failure = outcome.failure;
    if (handover !== null) attempt.calls = handover.read + handover.changed + handover.other;
  });
}

/** One that tells less at its end than before has used it all the same. */
function larger(told: Usage, last: Usage): Usage {
  return last.tokens < told.tokens || (last.usd ?? 0) < (told.usd ?? 0) ? told : last;
}

const ENDS: Readonly<Record<EventOf<"attempt_ended">["outcome"]["type"], AttemptEnd>> = {
  done: "done",
  advised: "done",
  blocked: "blocked",
  failed: "failed",
  stopped: "stopped",
  lost: "lost",
};

function verified(history: RunHistory, event: EventOf<"task_verified">, at: number): void {
  const { task, verification, passed, failure } = event;
  const known = historyOf(history, task);
  known.gates = verification.gates;
  known.changed = verification.changed;
  known.commit = verification.commit;
  change(history, event.attempt, (attempt) => {
    attempt.provedAt = at;
    attempt.ended = passed ? "verified" : "gate_failed";
    attempt.failure = failure;
  });
}

function integrated(history: RunHistory, { task, attempt: id, integration }: EventOf<"task_integrated">): void {
  const known = historyOf(history, task);
  if (integration.type !== "conflict") known.merged = integration.gates;
  if (integration.type === "merged") known.commit = integration.commit;
  change(history, id, (attempt) => {
    attempt.ended = integration.type === "merged" ? "merged" : "sent_back";
  });
}

function change(history: RunHistory, id: AttemptId, work: (attempt: AttemptView) => void): void {
  const found = history.tasks.get(workOfAttempt(id))?.attempts.find((attempt) => attempt.id === id);
  if (found) work(found);
}

function replaced(history: RunHistory, id: AttemptId, make: (attempt: AttemptView) => AttemptView): void {
  const attempts = history.tasks.get(workOfAttempt(id))?.attempts ?? [];
  const place = attempts.findIndex((attempt) => attempt.id === id);
  const found = attempts[place];
  if (found) attempts[place] = make(found);
}
