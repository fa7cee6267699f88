/**
 * Whether an answer is sure enough to act upon. Where it is not, whoever asked takes the careful reading: how the program
 * ended, that a gate failed, a person's look. What a person's own rule says is always sure.
 */
import type { Classified } from "../classify.ts";

const CONFIDENCE_MIN = 0.5;
/** Of an answer that rests on the sound of words alone. */
const CONFIDENCE_MIN_BY_WORDS = 0.8;

export function isSureEnough({ byUser, byWords, confidence }: Classified): boolean {
  return byUser === true || confidence >= (byWords ? CONFIDENCE_MIN_BY_WORDS : CONFIDENCE_MIN);
}
