/** Sentences about the health of attempts. Only what people should look at is said aloud. */
import { durationOf } from "../../domain/words/wording.ts";
import { workOfAttempt } from "../../domain/work/attempt.ts";
import type { Grade } from "../../domain/work/health.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { hush, say, type Words } from "../wording/sentence.ts";
import type { HealthEvent } from "./events.ts";

export const words: Words<HealthEvent> = {
  health_judged(event) {
    const { attempt, grade, because } = event;
    const text = grade === "suspect" ? `may be stuck: ${becauseSentence(because)}` : PLAIN[grade](secondsOf(event));
    const sentence = say(workOfAttempt(attempt), text, because.evidence);
    return grade === "suspect" ? sentence : { ...sentence, loudness: "silent" };
  },
  attempt_nudged: (event) =>
    event.nudge.how === "wake" ? say(workOfAttempt(event.attempt), "is continued with a signal") : hush(event),
};

/** Who is stopped for it is told about by the stop. */
const PLAIN: Readonly<Record<Exclude<Grade, "suspect">, (seconds: number) => string>> = {
  healthy: () => "shows signs of life",
  waiting: () => "is waiting",
  quiet: (seconds) => `has shown nothing new for ${durationOf(seconds * 1_000)}`,
  stuck: () => "is stuck",
  spinning: () => "goes in circles",
};

function secondsOf({ because }: Extract<HealthEvent, { type: "health_judged" }>): number {
  return Number(because.facts["seconds"] ?? 0);
}
