/**
 * When an answer that refused says it is worth trying again: by its headers, by the fields of its body, or in a sentence
 * with a time and a zone. Null where it does not say. Pure.
 */
import { retryAtIn, WAIT_MS_MAX } from "../../../engine/classify/retry.ts";
import { type Headers, numberIn, one, timeIn } from "./limit-headers.ts";

/** Milliseconds since 1970, never before `now`. */
export function retryAtOf(headers: Headers, body: string, now: number): number | null {
  const at = byHeaders(headers, now) ?? byFields(body, now) ?? retryAtIn(body, now);
  return at === undefined ? null : Math.max(now, Math.min(at, now + WAIT_MS_MAX));
}

function byHeaders(headers: Headers, now: number): number | undefined {
  const ms = numberIn(one(headers, "retry-after-ms"));
  if (ms !== undefined) return now + ms;
  const after = one(headers, "retry-after");
  if (after !== "") return timeIn(after, now);
  const reset = one(headers, "anthropic-ratelimit-unified-reset");
  if (reset !== "" && one(headers, "anthropic-ratelimit-unified-status") === "rejected") return timeIn(reset, now);
  const used = [...USED_UP].filter(([remaining]) => numberIn(one(headers, remaining)) === 0);
  const resets = used.flatMap(([, name]) => timeIn(one(headers, name), now) ?? []);
  return resets.length === 0 ? undefined : Math.max(...resets);
}

const KINDS = ["requests", "tokens"];
const INPUT_KINDS = [...KINDS, "input-tokens", "output-tokens"];
/** What is left → when it is full again. */
const USED_UP: readonly (readonly [string, string])[] = [
  ...KINDS.map((kind) => [`x-ratelimit-remaining-${kind}`, `x-ratelimit-reset-${kind}`] as const),
  ...INPUT_KINDS.map((kind) => [`anthropic-ratelimit-${kind}-remaining`, `anthropic-ratelimit-${kind}-reset`] as const),
];

const FIELD = /"(?<name>resets_in_seconds|resets_at|retryDelay|retry_after)"\s*:\s*"?(?<value>[\w.:+-]+)"?/;

function byFields(body: string, now: number): number | undefined {
  const { name, value = "" } = FIELD.exec(body)?.groups ?? {};
  return name === undefined ? undefined : timeIn(value, now);
}
