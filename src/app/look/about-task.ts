/** Whether an event is about a task, also where it does not name it. Looks only. */

import type { PlanChange } from "../../domain/spec/replan.ts";
import { workOfAttempt } from "../../domain/work/attempt.ts";
import type { Event } from "../../engine/event.ts";
import { askersOf } from "../../engine/question/question-text.ts";

/** Remembers the questions about the task: an answer names only its question. */
export function aboutTask(task: string): (event: Event) => boolean {
  const questions = new Set<string>();
  const advisors = new Set<string>();
  return (event) => {
    if ("task" in event && event.task === task) return true;
    if ("attempt" in event && workOfAttempt(event.attempt) === task) return true;
    switch (event.type) {
      case "question_asked":
        if (askersOf(event.question).includes(task)) questions.add(event.question.id);
        return questions.has(event.question.id);
      case "restart_scheduled":
        return event.of?.task === task;
      case "wisdom_added":
        return event.wisdom.task === task;
      case "message_sent":
        return event.message.from === task || event.message.to === task;
      case "question_answered":
        return questions.has(event.question);
      case "pattern_found":
        return [event.fix.id, ...event.pattern.members, ...event.pattern.held].includes(task);
      case "advice_asked":
        if (event.request.about === task || event.request.because.facts["other"] === task) advisors.add(event.advisor);
        return advisors.has(event.advisor);
      case "advice_failed":
        return advisors.has(event.advisor);
      case "replan_proposed":
        return event.replan.about === task || namedIn(event.replan.change, task);
      case "action_refused":
      case "advice_given":
        return event.about === task || (event.advisor !== undefined && advisors.has(event.advisor));
      case "replan_dropped":
      case "coherence_decided":
      case "freeze_lifted":
        return event.about === task;
      case "plan_changed":
        return event.about === task || namedIn(event, task);
      case "violation_seen":
        return event.violation.attempts.some((attempt) => workOfAttempt(attempt) === task);
      default:
        return false;
    }
  };
}

function namedIn({ added, changed, removed, retired }: PlanChange, task: string): boolean {
  return [...added, ...changed].some(({ id }) => id === task) || [...removed, ...retired].includes(task);
}
