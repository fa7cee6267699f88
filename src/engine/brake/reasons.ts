/**
 * When a run is halted without anybody saying so: too many tasks failed, the latest failures are of one class, a release went
 * wrong with its first task, an agent broke a rule that halts. Looks only; each reason is told with its numbers.
 */
import { type Because, because } from "../../domain/because.ts";
import { isFinal } from "../../domain/work/task.ts";
import type { Event } from "../event.ts";
import type { State } from "../state.ts";
import { failedTasks } from "./failed-tasks.ts";

/** Of the events of one step; null: there is none. */
export function reasonToBrake(state: State, events: readonly Event[]): Because | null {
  const violation = violationIn(state, events);
  if (violation !== null) return violation;
  if (!events.some(isLoss)) return null;
  return releaseFailed(state, events) ?? tooManyFailed(state) ?? sameFailures(state);
}

/** What an agent at work asks costs nobody anything yet. */
function isLoss(event: Event): boolean {
  return event.type === "task_given_up" || (event.type === "question_asked" && event.question.kind !== "agent");
}

/** In a small plan a single failure would be too many: there it takes three, and somebody who could still be worked. */
const TASKS_MIN = 10;
const FAILED_MIN = 3;

/** Tasks that ended without being done or ask because they failed. Being blocked is not failing. */
function tooManyFailed(state: State): Because | null {
  const share = state.settings.policies.haltFailedShare;
  if (share >= 1) return null;
  const total = state.tasks.size;
  const failed = failedTasks(state).filter(({ changedAt }) => changedAt > (state.run.failuresFrom ?? -1)).length;
  if (failed <= total * share) return null;
  if (total < TASKS_MIN && (failed < FAILED_MIN || !somebodyIsLeft(state))) return null;
  return because("too_many_failed", { failed, total, percent: Math.round(share * 100) });
}

const SAME_FAILURES = 3;
const OF_LAST = 8;

/** Not where nobody is left who could meet the same. */
function sameFailures(state: State): Because | null {
  const { brake, haltFailedShare } = state.settings.policies;
  // Whoever lets a run go on whatever fails means this too, unless they say otherwise.
  const { same = haltFailedShare >= 1 ? 0 : SAME_FAILURES, ofLast = OF_LAST } = brake ?? {};
  if (same === 0 || !somebodyIsLeft(state)) return null;
  const recent = state.brake.decided.slice(-ofLast);
  const classes = Map.groupBy(recent, (each) => each.class);
  for (const [kind, lost] of classes) {
    const stillLost = lost.filter(({ task }) => failedTasks(state).some(({ id }) => id === task));
    if (kind !== null && stillLost.length >= same)
      return because("same_failures", { class: kind, count: stillLost.length, of: recent.length }, [
        `lost: ${stillLost.map(({ task }) => task).join(", ")}`,
      ]);
  }
  return null;
}

function somebodyIsLeft(state: State): boolean {
  return [...state.tasks.values()].some(({ status }) => !isFinal(status) && status !== "waiting_for_input");
}

function releaseFailed({ brake }: State, events: readonly Event[]): Because | null {
  if (!brake.staged) return null;
  const lost = events.find((event) => event.type === "task_given_up");
  const asked = events.find((event) => event.type === "question_asked" && event.question.because.rule !== "blocked");
  if (!lost && !asked) return null;
  const task = lost?.type === "task_given_up" ? lost.task : null;
  const first = asked?.type === "question_asked" ? (asked.question.tasks[0] ?? null) : null;
  return because("release_failed", { task: task ?? first ?? "the first task" });
}

function violationIn({ settings }: State, events: readonly Event[]): Because | null {
  const rules = settings.policies.brake?.violations ?? [];
  for (const event of events)
    if (event.type === "violation_seen" && rules.includes(event.violation.rule))
      return because("violation", { rule: event.violation.rule }, event.violation.paths.slice(0, 5));
  return null;
}
