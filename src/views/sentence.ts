/** A sentence about an event, and the few ways to make one. Worded in `narrate` and `narrate-work`. */
import type { Because } from "../domain/because.ts";
import type { Role } from "../domain/plan.ts";
import type { Event } from "../engine/event.ts";
import { plainText } from "./words.ts";

export type Loudness = "silent" | "badge" | "shown";

export interface Sentence {
  readonly task: string | null;
  readonly text: string;
  readonly loudness: Loudness;
  /** Lines that were read from the world. */
  readonly evidence: readonly string[];
}

export function volume(role: Role): Loudness {
  if (role === "drone") return "silent";
  return role === "lead" ? "shown" : "badge";
}

export function say(task: string | null, text: string, evidence: readonly string[] = []): Sentence {
  return { task, text: plainText(text), loudness: "shown", evidence: evidence.map(plainText) };
}

/** With what the decision is expected to cost, where something tells. */
export function priced(sentence: Sentence, { facts }: Because): Sentence {
  const { cost, cost_by: by } = facts;
  if (cost === undefined || by === undefined) return sentence;
  return { ...sentence, text: `${sentence.text}; about ${cost}, by what ${by} used so far` };
}

export function hush(event: Event): Sentence {
  const task = "task" in event && typeof event.task === "string" ? event.task : null;
  const attempt = "attempt" in event ? taskOfAttempt(event.attempt) : null;
  return { task: task ?? attempt, text: event.type.replaceAll("_", " "), loudness: "silent", evidence: [] };
}

/** `<task>.<number>` → task. */
export function taskOfAttempt(attempt: string): string {
  return attempt.slice(0, attempt.lastIndexOf("."));
}
