/** Event → one sentence for a person, with times as the reader's clock has them. The words are the engine's. */
import type { Role } from "../domain/spec/plan.ts";
import type { Event } from "../engine/event.ts";
import type { Sentence } from "../engine/wording/sentence.ts";
import { sentenceOf } from "../engine/words.ts";
import { dateText } from "./cli/times.ts";

/** `roleOf` tells how loudly to speak of a task. */
export function narrate(event: Event, roleOf: (task: string) => Role): Sentence {
  return sentenceOf(event, { roleOf, dateText });
}
