/**
 * Finds which scenario a request asks for: the last `[[name]]` or `[[name:arguments]]` in what the user said. How far it has
 * come is the number of tool results since, so that the server remembers nothing and retries, restarts and resumes need
 * no care.
 */
import type { Conversation } from "./conversation.ts";

export interface Marker {
  readonly name: string;
  /** Everything after the colon. */
  readonly argument: string;
  /** The same at its commas. */
  readonly list: readonly string[];
  /** As it was written. */
  readonly written: string;
  /** Tool results since the prompt that holds it. */
  readonly turn: number;
}

/** Arguments may hold JSON, so single brackets are fine; two closing ones in a row end the marker. */
const markers = /\[\[([a-z][a-z0-9-]*)(?::(.*?))?\]\](?!\])/gs;

export function findMarker({ messages }: Conversation): Marker | null {
  const at = messages.findLastIndex((message) => message.role === "user" && markersIn(message.text).length > 0);
  const found = markersIn(messages[at]?.text ?? "").at(-1);
  if (found === undefined) return null;
  const [written, name = "", argument = ""] = found;
  const list = argument === "" ? [] : argument.split(",").map((part) => part.trim());
  const turn = messages.slice(at + 1).reduce((sum, message) => sum + message.toolResults.length, 0);
  return { name, argument, list, written, turn };
}

/** The markers of everything the user said, as they were written. */
export function allMarkers({ messages }: Conversation): readonly string[] {
  const said = messages.filter(({ role }) => role === "user");
  return said.flatMap(({ text }) => markersIn(text).map(([written]) => written));
}

function markersIn(text: string): readonly RegExpMatchArray[] {
  return [...text.matchAll(markers)];
}
