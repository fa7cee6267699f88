/**
 * JSON for the page, in which no text holds what hides, reverses or steers: titles of plans, words of agents and contents
 * of files come from outside. What is shown twice as safe is safe once; nothing is left to the screens. Pure.
 */
import { displaySafe } from "../../../domain/words/display-safe.ts";

/** Most parts have nothing that needs a second look. */
const NEEDS_LOOK = /[^ -~]|\\u|\\[bfr]/;

export function safeJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  if (!NEEDS_LOOK.test(text)) return text;
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "string" ? displaySafe(each) : each));
}
