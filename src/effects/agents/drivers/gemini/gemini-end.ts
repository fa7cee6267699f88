/**
 * What the end of a turn of Gemini CLI means. Its exit status is the status of the model's API modulo 256, or a number of
 * its own; it says success when it stopped itself in a loop, and ends with 0 when a turn failed. Without a result it crashed.
 */
import { asMapping, asText } from "../../../../basics/loose.ts";
import type { Failure, FailureClass } from "../../../../domain/proof/failure.ts";
import type { DriverEnd } from "../driver-lines.ts";
import { classOfStatus, type FailureFacts, failureOf, isUnreadable } from "../failures.ts";
import type { OneWayEnd } from "../one-way-turn.ts";
import type { GeminiSeen } from "./gemini-reader.ts";

export type GeminiEnd = GeminiSeen & OneWayEnd;

export function geminiEnd(end: GeminiEnd, now: number): DriverEnd {
  const { text, interrupted } = end;
  if (interrupted) return { type: "end", how: "interrupted", text };
  const failure = failureIn(end, now);
  return failure ? { type: "end", how: "failed", text, failure } : { type: "end", how: "done", text };
}

export function isGeminiGood(end: GeminiEnd): boolean {
  return !end.interrupted && failureIn(end, 0) === undefined;
}

export function isGeminiSessionLost({ result, err, exit }: GeminiEnd): boolean {
  return result === undefined && exit.code === OWN.input && /error resuming session/i.test(err);
}

export function isGeminiSessionTaken({ result, err, exit }: GeminiEnd): boolean {
  return result === undefined && exit.code === OWN.input && /session id .{0,60}already exists/i.test(err);
}

/** Numbers of its own among its exit statuses. */
const OWN = { auth: 41, input: 42, config: 52, turns: 53 } as const;

function failureIn(end: GeminiEnd, now: number): Failure | undefined {
  const { result, exit, err, warnings } = end;
  const looped = warnings.find((text) => /loop detected/i.test(text));
  if (looped !== undefined) {
    const message = "Gemini CLI stopped itself: it made the same call again and again.";
    return failureOf({ class: "spinning", message, said: [looped] }, now);
  }
  if (result?.["status"] === "success" && exit.code === 0) return undefined;
  const words = asText(asMapping(result?.["error"])["message"]) ?? warnings.at(-1) ?? "";
  const said = [words, ...err.trim().split("\n").filter(isTelling).slice(-5)];
  const own = ownClass(exit.code);
  if (own !== undefined) return failureOf({ class: own, message: sentenceOf(own, words), said }, now);
  if (result === undefined) {
    const how = exit.problem ?? exit.signal ?? `exit status ${exit.code}`;
    return failureOf({ class: "crash", message: `Gemini CLI ended (${how}) before its turn was over.`, said }, now);
  }
  if (result["status"] === "success") {
    const message = `Gemini CLI said that it had finished, but exited with status ${exit.code}.`;
    return failureOf({ class: "crash", message, said }, now);
  }
  return failureOf(refused(end, words, said, now), now);
}

function refused({ exit, err }: GeminiEnd, words: string, said: readonly string[], now: number): FailureFacts {
  const status = statusOf(exit.code);
  const all = `${words}\n${err}`;
  if (/exceeds the maximum number of tokens/i.test(words)) {
    return { class: "context_overflow", message: "The conversation no longer fits the model's context.", said };
  }
  if (UNREADABLE.test(words) || isUnreadable(words)) {
    return { class: "malformed_output", restart: "transient", message: `${NO_ANSWER} ${words}`, said };
  }
  const kind: FailureClass =
    classOfStatus(status) ??
    (/ModelNotFoundError/.test(err) ? "config_error" : /fetch failed|socket|ECONN/i.test(all) ? "network" : "unknown");
  const facts = status === undefined ? said : [`The model's API answered ${status}.`, ...said];
  const delayMs = /retryDelayMs: (\d+)/.exec(err)?.[1];
  const retryAt = kind === "rate_limit" && delayMs !== undefined ? { retryAt: now + Number(delayMs) } : {};
  return { class: kind, message: sentenceOf(kind, words), said: facts, ...retryAt };
}

const NO_ANSWER = "The model's API did not send a valid answer.";
const UNREADABLE = /in JSON at position|incomplete JSON segment|empty response/i;

/** 400 to 511 and, lower than any of its own numbers, 529. */
function statusOf(code: number | null): number | undefined {
  if (code === 529 - 512) return 529;
  return code !== null && code >= 400 - 256 ? code + 256 : undefined;
}

function ownClass(code: number | null): FailureClass | undefined {
  if (code === OWN.auth) return "auth";
  if (code === OWN.config) return "config_error";
  return code === OWN.turns ? "max_turns" : undefined;
}

/** Its stack traces and greetings say nothing to a person. */
function isTelling(line: string): boolean {
  return !/^\s+at |^\s*[{}]|YOLO mode|Ripgrep|terminal|^\s*$/.test(line);
}

function sentenceOf(kind: FailureClass, words: string): string {
  return SENTENCES[kind] ?? (words || "Gemini CLI's turn failed.");
}

const SENTENCES: Partial<Readonly<Record<FailureClass, string>>> = {
  max_turns: "Gemini CLI reached the limit of turns that `max_turns` or its own settings set.",
  network: "Gemini CLI could not reach the model's API.",
  auth: "The model's API refused Gemini CLI's key or login. Log in (`gemini`, then /auth), or correct the key.",
  billing: "The account of Gemini CLI has no credit left. Add some, or use another account.",
  rate_limit: "The account of Gemini CLI has reached a limit.",
  overloaded: "The model's API is overloaded or failing.",
};
