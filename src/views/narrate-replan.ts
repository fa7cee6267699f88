/** Sentences about changes of the plan. Part of `narrate`. */
import { never } from "../domain/bug.ts";
import type { Event } from "../engine/event.ts";
import { changeLines } from "../engine/replan/replan-text.ts";
import { becauseSentence } from "../engine/sentences.ts";
import { type Sentence, say } from "./sentence.ts";
import { plainText } from "./words.ts";

type ReplanEvent = Extract<Event, { type: `replan_${string}` | "plan_changed" }>;

export function narrateReplan(event: ReplanEvent): Sentence {
  switch (event.type) {
    case "replan_proposed": {
      const { id, about, summary } = event.replan;
      return say(
        about,
        `the planner wants to change the plan (${id}): it ${summary}`,
        changeLines(event.replan).map(plainText),
      );
    }
    case "replan_dropped":
      return say(
        event.about,
        `the plan stays as it is (${event.replan}): ${becauseSentence(event.because)}`,
        event.because.evidence,
      );
    case "plan_changed":
      return say(null, `The plan is changed (${event.replan}): it ${event.because.facts["summary"]}`);
    default:
      return never(event, "event");
  }
}
