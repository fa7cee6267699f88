/** A sentence about an event, the few ways to make one, and the shape of the tables that have them. */

import type { Because } from "../../domain/because.ts";
import type { Role } from "../../domain/spec/plan.ts";
import { plainText } from "../../domain/words/wording.ts";
import { workOfAttempt } from "../../domain/work/attempt.ts";
import type { Event } from "../event.ts";

export type Loudness = "silent" | "badge" | "shown";

export interface Sentence {
  readonly task: string | null;
  readonly text: string;
  readonly loudness: Loudness;
  /** Lines that were read from the world. */
  readonly evidence: readonly string[];
}

/** What the words need beside the event: how loudly to speak of a task, and how times are written where they are read. */
export interface Voice {
  readonly roleOf: (task: string) => Role;
  readonly dateText: (at: number) => string;
}

/** Event → sentence. */
export type Words<E extends { readonly type: string }> = {
  readonly [T in E["type"]]: (event: Extract<E, { type: T }>, voice: Voice) => Sentence;
};

/** A drone's restart is silent, a worker's is a badge, the lead's and everything final is shown. */
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
  return { ...sentence, text: `${sentence.text}; about ${cost}, judging by what ${by} used so far` };
}

/** For what only a reader of the whole journal wants to see. */
export function hush(event: Event): Sentence {
  const task = "task" in event && typeof event.task === "string" ? event.task : null;
  const attempt = "attempt" in event ? workOfAttempt(event.attempt) : null;
  return { task: task ?? attempt, text: event.type.replaceAll("_", " "), loudness: "silent", evidence: [] };
}
