/**
 * What the end of a turn of OpenCode means: the name of its last error and the status it carries, what it waited for when
 * Reeve's patience ended, and how its last step ended. Being idle alone is no success.
 */
import { asMapping, asText } from "../../../../basics/loose.ts";
import type { Failure, FailureClass } from "../../../../domain/proof/failure.ts";
import type { ProcessExit } from "../driver.ts";
import type { DriverEnd } from "../driver-lines.ts";
import { classOfStatus, type FailureFacts, failureOf, isUnreadable } from "../failures.ts";
import { asNumber, type Loose } from "../json-line.ts";
import type { OpencodeSeen } from "./opencode-reader.ts";

export interface OpencodeEnd extends OpencodeSeen {
  /** Set where its process ended first. */
  readonly exit?: ProcessExit;
  readonly err: string;
  readonly interrupted: boolean;
  /** Why Reeve did not wait any longer. */
  readonly givenUp: "retries" | "empty" | undefined;
}

export function opencodeEnd(end: OpencodeEnd, hasSchema: boolean, now: number): DriverEnd {
  const { text, structured } = end;
  if (end.interrupted) return { type: "end", how: "interrupted", text };
  const facts = factsOf(end, hasSchema);
  if (facts) return { type: "end", how: "failed", text, failure: failureOf(facts, now) };
  return { type: "end", how: "done", text, ...(hasSchema && { structured }) };
}

/** It did not even begin to listen. */
export function notStarted(exit: ProcessExit | null, err: string, now: number): DriverEnd {
  const how = exit === null ? "it said nothing" : (exit.problem ?? exit.signal ?? `exit status ${exit.code}`);
  const message = `OpenCode's server did not start (${how}).`;
  const said = err.trim().split("\n").slice(-5);
  return { type: "end", how: "failed", text: "", failure: failureOf({ class: "unknown", message, said }, now) };
}

export function badModel(model: string, now: number): Failure {
  const message = `OpenCode wants a model as provider/model, and "${model}" is not. Correct it under \`tiers\` in reeve.yaml.`;
  return failureOf({ class: "config_error", message, subject: model }, now);
}

function factsOf(end: OpencodeEnd, hasSchema: boolean): FailureFacts | undefined {
  const { exit, err, error, retry, givenUp, reason } = end;
  const said = [`Its last step ended with ${reason ?? "nothing"}.`];
  if (givenUp === "empty")
    return { ...MALFORMED, message: "The model's API sends answers with nothing in them.", said };
  if (givenUp === "retries") return waited(retry);
  if (exit) {
    const how = exit.problem ?? exit.signal ?? `exit status ${exit.code}`;
    const last = err.trim().split("\n").slice(-5);
    return { class: "crash", message: `OpenCode ended (${how}) before its turn was over.`, said: last };
  }
  if (error) return refused(error);
  if (reason === "length")
    return { class: "malformed_output", message: "The model's answer was longer than it may be.", said };
  if (reason === "content-filter")
    return { class: "refusal_or_blocked", message: "The model's answer was withheld.", said };
  if (hasSchema && end.structured === undefined) {
    const message = "OpenCode exited normally but did not give its answer in the requested form.";
    return { class: "malformed_output", message, said };
  }
  return undefined;
}

const MALFORMED = { class: "malformed_output", restart: "transient" } as const;

/** It tells only in words what it waits for, and it waits only for what may pass. */
function waited(retry: OpencodeSeen["retry"]): FailureFacts {
  const words = retry?.message ?? "";
  const said = [words];
  if (isUnreadable(words))
    return { ...MALFORMED, message: `The model's API did not send a valid answer: ${words}`, said };
  const kind = WAITS.find(([, pattern]) => pattern.test(words))?.[0] ?? "overloaded";
  const next = kind === "rate_limit" && retry?.next !== undefined ? { retryAt: retry.next } : {};
  return { class: kind, message: SENTENCES[kind] ?? words, said, ...next };
}

const WAITS: readonly (readonly [FailureClass, RegExp])[] = [
  ["rate_limit", /rate.?limit|too many requests|quota|usage limit/i],
  ["network", /connect|network|socket|fetch failed|ECONN|ENOTFOUND|timed? ?out/i],
];

function refused(error: Loose): FailureFacts {
  const data = asMapping(error["data"]);
  const words = asText(data["message"]) ?? "";
  const name = asText(error["name"]) ?? "";
  const status = asNumber(data["statusCode"]);
  const said = [...(status === undefined ? [] : [`The model's API answered ${status}.`]), words || name];
  if (isUnreadable(words))
    return { ...MALFORMED, message: `The model's API did not send a valid answer: ${words}`, said };
  const kind = CLASSES[name] ?? classOfStatus(status) ?? byWords(words);
  return { class: kind, message: SENTENCES[kind] ?? (words || `OpenCode's turn failed (${name}).`), said };
}

function byWords(words: string): FailureClass {
  return /model not found/i.test(words) ? "config_error" : "unknown";
}

const CLASSES: Readonly<Record<string, FailureClass>> = {
  ProviderAuthError: "auth",
  ContextOverflowError: "context_overflow",
  MessageOutputLengthError: "malformed_output",
  StructuredOutputError: "malformed_output",
  ContentFilterError: "refusal_or_blocked",
  // By somebody else than Reeve.
  MessageAbortedError: "crash",
};

const SENTENCES: Partial<Readonly<Record<FailureClass, string>>> = {
  auth: "The model's API refused OpenCode's key or login. Log in (`opencode auth login`), or correct the key.",
  billing: "The account of OpenCode's provider has no credit left. Add some, or use another account.",
  config_error: "The model is unknown, or this account may not use it. Correct it under `tiers` in reeve.yaml.",
  context_overflow: "The conversation no longer fits the model's context.",
  rate_limit: "The account of OpenCode's provider has reached a limit.",
  overloaded: "The model's API is overloaded or failing.",
  network: "OpenCode could not reach the model's API.",
};
