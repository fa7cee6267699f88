/** Sentences about growth. */
import { becauseSentence } from "../wording/because-words.ts";
import { say, type Words } from "../wording/sentence.ts";
import type { GrowthEvent } from "./events.ts";

export const words: Words<GrowthEvent> = {
  growth_allowed: ({ because }) => say(null, `The run may grow as much again: ${becauseSentence(because)}`),
  growth_refused: ({ because }) =>
    say(
      null,
      `The run does not grow any further: no fixes, unapproved plan changes or advisors are added (${becauseSentence(because)})`,
    ),
};
