/**
 * What went wrong with an ACP agent. The protocol has one code for a missing login and else leaves it to agents: some give
 * the status of the model's API as code, some a name in the data, most words. And some end a turn in order with an error
 * as their answer; where the answer is nothing else, it is taken for one.
 */
import { asMapping, asText } from "../../../../basics/loose.ts";
import type { Failure, FailureClass } from "../../../../domain/proof/failure.ts";
import { lastJsonObject } from "../../adapters/last-json-object.ts";
import { classOfStatus, failureOf, isUnreadable } from "../failures.ts";
import { asNumber } from "../json-line.ts";
import type { Answer } from "./acp-connection.ts";

type Refusal = Extract<Answer, { type: "error" }>;

const AUTH_REQUIRED = -32_000;

export function isAuth({ code, message }: Refusal): boolean {
  return code === AUTH_REQUIRED || code === 401 || /\bauthentication required\b/i.test(message);
}

/** With what a person can do about it. */
export function authFailure(answer: Refusal, offered: readonly string[]): Refusal {
  const ways = offered.length === 0 ? "" : ` It offers: ${offered.join(", ")} (options.auth_method).`;
  const hint = `The agent is not logged in (${answer.message.slice(0, 200)}). Log in with its own command, or set its key.${ways}`;
  return { ...answer, code: AUTH_REQUIRED, message: hint };
}

export function refusedFailure(
  answer: Exclude<Answer, { type: "result" | "gone" }>,
  what: string,
  now: number,
): Failure {
  if (answer.type === "late") return failureOf({ class: "timeout", message: `${what}: it did not answer.` }, now);
  const said = wordsOf(answer);
  const kind = classOf(answer, said);
  const words = said.join("\n");
  const message = isAuth(answer) ? answer.message : `${what}: ${said.at(-1) ?? "it did not say why"}`;
  return failureOf(
    { class: kind, message, said, ...((isUnreadable(words) || CUT_JSON.test(words)) && TRANSIENT) },
    now,
  );
}

const TRANSIENT = { class: "malformed_output", restart: "transient" } as const;

/** Undefined: the answer is an answer. */
export function failureAsAnswer(text: string, now: number): Failure | undefined {
  const words = text.trim();
  const isError = words.length <= ERROR_LENGTH_MAX && ERROR_BEGINS.test(words) && lastJsonObject(words) === undefined;
  if (!isError) return undefined;
  const kind = classOfStatus(statusIn(words)) ?? (NETWORK.test(words) ? "network" : "unknown");
  return failureOf({ class: kind, message: `The agent ended its turn with an error: ${words}`, said: [words] }, now);
}

const ERROR_LENGTH_MAX = 2_000;
const ERROR_BEGINS =
  /^\W{0,3}(?:(?:api |request |execution |stream |unexpected |internal |fatal )?error\b|unexpected status\b|authentication failed\b|failed to\b|exceeded retry limit\b|rate limit|quota exceeded\b|(?:you've|you have) (?:hit|reached|exceeded)\b)/i;
const NETWORK = /could not connect|connection (?:error|refused|failed|reset)|ECONNREFUSED|fetch failed/i;

function classOf({ code, data }: Refusal, said: readonly string[]): FailureClass {
  const { errorKind, errorName, statusCode, status } = asMapping(data);
  const named = NAMES[asText(errorKind) ?? asText(errorName) ?? ""];
  if (named !== undefined) return named;
  const words = said.join("\n");
  if (NO_MODEL.test(words)) return "config_error";
  if (NETWORK.test(words)) return "network";
  const byStatus = classOfStatus(asNumber(statusCode) ?? asNumber(status) ?? (code > 0 ? code : statusIn(words)));
  if (code === AUTH_REQUIRED) return "auth";
  return byStatus ?? "unknown";
}

/** Gemini gives the code 500 to whatever it does not know. */
const NO_MODEL = /\bmodel .{0,80}(?:does not exist|not found)/i;
const CUT_JSON = /\bin JSON at position \d|\bincomplete JSON\b/i;

const NAMES: Readonly<Record<string, FailureClass>> = {
  rate_limit: "rate_limit",
  overloaded: "overloaded",
  authentication_failed: "auth",
  billing_error: "billing",
  ContextOverflowError: "context_overflow",
  ProviderAuthError: "auth",
};

function wordsOf({ message, data }: Refusal): readonly string[] {
  const { details, message: more } = asMapping(data);
  const own = asText(asMapping(asMapping(parsed(message))["error"])["message"]) ?? message;
  return [own, asText(more) ?? "", asText(details) ?? ""].filter((text) => text !== "");
}

/** Some give the whole answer of their API as words. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As agents write it: "HTTP 401", "API Error: 429 …", "Error: 402 …", "Last error: 500 …", or in front. */
function statusIn(words: string): number | undefined {
  const found = /(?:\bHTTP|\bstatus(?: code)?:?|\berror:?|^)\s*\(?([45]\d\d)\b(?!\s*tokens)/im.exec(words)?.[1];
  return found === undefined ? undefined : Number(found);
}
