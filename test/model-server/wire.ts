/** What the writers of all APIs share: the form of an answer on the wire, ids, and server-sent events. */

import type { Conversation } from "./conversation.ts";
import type { Answer } from "./reply.ts";

export interface Wire {
  /** The answer as one JSON document. */
  readonly body: (request: Conversation, answer: Answer) => unknown;
  /** The same as server-sent events, in order. */
  readonly events: (request: Conversation, answer: Answer) => readonly string[];
  /** The events of a stream that reports a failure instead of an answer. */
  readonly failure: (request: Conversation, code: string, message: string) => readonly string[];
}

let made = 0;

export function newId(kind: string): string {
  made += 1;
  return `${kind}_${process.pid.toString(36)}${made.toString(36).padStart(6, "0")}`;
}

export function event(data: unknown, name?: string): string {
  const head = name === undefined ? "" : `event: ${name}\n`;
  return `${head}data: ${JSON.stringify(data)}\n\n`;
}

/** Text in pieces of this many characters, as models stream it. */
export function pieces(text: string, lengthMax = 20): readonly string[] {
  return text.match(new RegExp(`[^]{1,${lengthMax}}`, "gu")) ?? [];
}

/** Seconds, as the vendors date their answers. */
export function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
