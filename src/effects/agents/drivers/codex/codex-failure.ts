/**
 * Why a turn of Codex failed. The app-server names a class and a status; `exec` has only words, so the words of this one
 * program are read here, before they are left to the text classifier. Judges; ends nothing.
 */
import { stripVTControlCharacters } from "node:util";
import { asMapping, asText } from "../../../../basics/loose.ts";
import type { Failure, FailureClass, RestartKind } from "../../../../domain/proof/failure.ts";
import { classOfStatus, failureOf } from "../failures.ts";
import { asNumber, type Loose } from "../json-line.ts";
import { isIdle } from "./complaints.ts";

/** What Codex says about an error: of the app-server with `codexErrorInfo`, of `exec` the message alone. */
export function codexFailure(error: Loose, now: number, resetsAt?: number): Failure {
  const said = [asText(error["message"]) ?? "", asText(error["additionalDetails"]) ?? ""];
  const { class: kind, restart } = judge(error["codexErrorInfo"], said.join("\n"));
  return failureOf(
    {
      class: kind,
      ...(restart && { restart }),
      message: SENTENCES[kind] ?? "Codex's turn failed.",
      said,
      ...(kind === "rate_limit" && resetsAt !== undefined && { retryAt: resetsAt }),
    },
    now,
  );
}

/** It ended, or could not begin, without telling the end of a turn. */
export function codexCrash(how: string, err: string, now: number): Failure {
  const lines = stripVTControlCharacters(err).trim().split("\n");
  const said = lines.filter((line) => !isIdle(line)).slice(-5);
  return failureOf({ class: "crash", message: `Codex ended (${how}) before its turn was over.`, said }, now);
}

/** Nothing was heard for so long that nothing is expected any more. `waiting`: what it waited for, where it said so. */
export function codexSilence(seconds: number, waiting: Loose | undefined, now: number): Failure {
  const kind = waiting === undefined ? "timeout" : codexFailure(waiting, now).class;
  const message = `Codex was silent for ${seconds} s and was ended; \`silence_s\` sets how long that may be.`;
  const said = [asText(waiting?.["message"]) ?? "", asText(waiting?.["additionalDetails"]) ?? ""];
  return failureOf({ class: kind === "unknown" ? "timeout" : kind, message, said }, now);
}

/** The thread that was to be resumed is not there, or cannot be read. */
export function isThreadLost(words: string): boolean {
  return /no rollout found|invalid session id|failed to read (?:thread|session)|thread not found/i.test(words);
}

/** Somebody else works in it: most likely an agent of an earlier attempt that lives on. Never a second one beside it. */
export function isThreadTaken(words: string): boolean {
  return /already has an active writer/i.test(words);
}

export function takenFailure(words: string, now: number): Failure {
  const message =
    "Another process still works in this session of Codex. Let it end, or end it, before you retry the task.";
  return failureOf({ class: "session_corrupt", restart: "transient", message, said: [words] }, now);
}

interface Judgement {
  readonly class: FailureClass;
  readonly restart?: RestartKind;
}

function judge(info: unknown, words: string): Judgement {
  const byWords = WORDS.find(([pattern]) => pattern.test(words))?.[1];
  // It says "usage limit" of an account without money too.
  if (byWords?.class === "billing") return byWords;
  const named = typeof info === "string" ? NAMED[info] : undefined;
  if (named !== undefined) return { class: named };
  const [[name, about] = ["", {}]] = Object.entries(asMapping(info));
  const status = asNumber(asMapping(about)["httpStatusCode"]) ?? statusIn(words);
  const byStatus = classOfStatus(status);
  if (byStatus !== undefined) return { class: byStatus };
  if (byWords) return byWords;
  return { class: CONNECTION.has(name) ? "network" : "unknown" };
}

function statusIn(words: string): number | undefined {
  const found = /(?:unexpected|last) status:? (\d{3})\b/.exec(words)?.[1];
  return found === undefined ? undefined : Number(found);
}

const NAMED: Readonly<Record<string, FailureClass>> = {
  contextWindowExceeded: "context_overflow",
  sessionBudgetExceeded: "budget",
  usageLimitExceeded: "rate_limit",
  rateLimitExceeded: "rate_limit",
  flexUnavailable: "overloaded",
  serverOverloaded: "overloaded",
  internalServerError: "overloaded",
  policyCapacityUnavailable: "overloaded",
  modelNotFound: "config_error",
  unauthorized: "auth",
  cyberPolicy: "refusal_or_blocked",
  misalignmentPolicyViolation: "refusal_or_blocked",
  tooManyDenials: "permission",
  sandboxError: "permission",
};

const CONNECTION: ReadonlySet<string> = new Set([
  "httpConnectionFailed",
  "responseStreamConnectionFailed",
  "responseStreamDisconnected",
]);

/** The first that fits counts. */
const WORDS: readonly (readonly [RegExp, Judgement])[] = [
  [/quota exceeded|insufficient_quota|check your plan and billing/i, { class: "billing" }],
  [/context_length_exceeded|ran out of room in the model's context/i, { class: "context_overflow" }],
  [/usage[_ ]limit|rate limit (?:exceeded|reached)/i, { class: "rate_limit" }],
  [/experiencing high demand|at capacity/i, { class: "overloaded" }],
  [/model does not exist|model .{0,80}(?:not found|not supported)/i, { class: "config_error" }],
  [/max_output_tokens/i, { class: "malformed_output" }],
  // What came was no answer, or only the beginning of one: the same again may be one.
  [/stream closed before response\.completed/i, { class: "malformed_output", restart: "transient" }],
  [/connection failed|error sending request|waiting for network|stream disconnected/i, { class: "network" }],
];

const SENTENCES: Partial<Readonly<Record<FailureClass, string>>> = {
  context_overflow: "The conversation no longer fits the model's context.",
  budget: "Codex reached a budget that is set for its sessions.",
  rate_limit: "The account of Codex has reached a limit.",
  overloaded: "The model's API is overloaded or failing.",
  config_error: "The model is unknown, or this account may not use it. Correct it under `tiers` in reeve.yaml.",
  auth: "The model's API refused Codex's key or login. Log in with `codex login`, or correct the key.",
  billing: "The account of Codex has no credit left. Add some, or use another account.",
  network: "Codex could not reach the model's API.",
  malformed_output: "The model's answer was cut off or could not be read.",
  refusal_or_blocked: "The model's provider blocked this conversation.",
  permission: "Codex's sandbox or its rules did not allow what the task needs.",
};
