/** Whether an event is about a task, also where it does not name it. Looks only. */
import type { PlanChange } from "../../domain/replan.ts";
import type { Event } from "../../engine/event.ts";

/** Remembers the questions about the task: an answer names only its question. */
export function aboutTask(task: string): (event: Event) => boolean {
  const questions = new Set<string>();
  return (event) => {
    if ("task" in event && event.task === task) return true;
    if ("attempt" in event && taskOf(event.attempt) === task) return true;
    switch (event.type) {
      case "question_asked": {
        const { id, asker, tasks } = event.question;
        if ((asker === undefined ? tasks : [asker]).includes(task)) questions.add(id);
        return questions.has(id);
      }
      case "wisdom_added":
        return event.wisdom.task === task;
      case "message_sent":
        return event.message.from === task || event.message.to === task;
      case "question_answered":
        return questions.has(event.question);
      case "pattern_found":
        return [event.fix.id, ...event.pattern.members, ...event.pattern.held].includes(task);
      case "advice_asked":
        return event.advises.about === task;
      case "replan_proposed":
        return event.replan.about === task || namedIn(event.replan.change, task);
      case "replan_dropped":
      case "coherence_decided":
      case "coherence_released":
        return event.about === task;
      case "plan_changed":
        return event.about === task || namedIn(event, task);
      case "violation_seen":
        return event.violation.attempts.some((attempt) => taskOf(attempt) === task);
      default:
        return false;
    }
  };
}

/** `<task>.<number>` → task. */
export function taskOf(attempt: string): string {
  return attempt.slice(0, attempt.lastIndexOf("."));
}

function namedIn({ added, changed, removed, retired }: PlanChange, task: string): boolean {
  return [...added, ...changed].some(({ id }) => id === task) || [...removed, ...retired].includes(task);
}
