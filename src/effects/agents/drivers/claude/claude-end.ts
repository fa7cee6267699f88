/**
 * What the end of a turn of Claude Code means. Its `subtype` says success where the turn failed, and its exit status 0
 * where it was interrupted: only an end that all signs agree on is a good one. Without a result it crashed.
 */
import { asList, asText } from "../../../../basics/loose.ts";
import type { Failure, FailureClass } from "../../../../domain/proof/failure.ts";
import type { DriverEnd } from "../driver-lines.ts";
import { classOfStatus, failureOf, isUnreadable } from "../failures.ts";
import { asNumber, type Loose } from "../json-line.ts";
import type { StreamEnd } from "../stream-json/stream-turn.ts";

export function claudeEnd(end: StreamEnd, now: number): DriverEnd {
  const { result, interrupted, text } = end;
  if (interrupted) return { type: "end", how: "interrupted", text };
  if (result === undefined || end.givenUp) return failed(end, withoutResult(end, now));
  const failure = failureIn(result, end, now);
  if (failure) return failed(end, failure);
  // Without it, though a form was asked for, the words may still hold the answer; whoever reads them judges.
  const structured = result["structured_output"];
  const said = asText(result["result"]) ?? text;
  return { type: "end", how: "done", text: said, ...(structured !== undefined && { structured }) };
}

/** The session that was to be resumed is not there. */
export function isSessionLost({ result, err }: StreamEnd): boolean {
  return [...errorsOf(result), err].some((text) => /no conversation found/i.test(text));
}

/** The id for a new session has been used before: by an earlier life of this attempt. */
export function isSessionTaken({ result, err }: StreamEnd): boolean {
  return result === undefined && /session id .{0,60}already in use/i.test(err);
}

function failed(end: StreamEnd, failure: Failure): DriverEnd {
  return { type: "end", how: "failed", text: asText(end.result?.["result"]) ?? end.text, failure };
}

function failureIn(result: Loose, end: StreamEnd, now: number): Failure | undefined {
  const { subtype, terminal_reason: reason = "completed" } = result;
  const isGood = subtype === "success" && result["is_error"] !== true && reason === "completed";
  if (isGood && (end.exit.code === 0 || end.seenOff)) return undefined;
  const said = [asText(result["result"]) ?? "", ...errorsOf(result)];
  if (isGood) {
    const message = `Claude Code said that it had finished, but exited with status ${end.exit.code}.`;
    return failureOf({ class: "crash", message, said }, now);
  }
  const kind = classOf(result);
  const message = sentences[kind] ?? `Claude Code's turn ended with ${asText(reason) ?? "an error"}.`;
  const status = asNumber(result["api_error_status"]);
  const facts = status === undefined ? [] : [`The model's API answered ${status}.`];
  const unreadable = isUnreadable(said.join("\n")) && ({ class: "malformed_output", restart: "transient" } as const);
  const resets = kind === "rate_limit" && end.resetsAt !== undefined ? { retryAt: end.resetsAt } : {};
  const shown = { said: [...facts, ...said], ...resets };
  return failureOf({ class: kind, message, ...shown, ...(kind === "unknown" && unreadable) }, now);
}

/** Machine-readable signs first; "unknown" leaves the words to the classifier. */
function classOf(result: Loose): FailureClass {
  const named = CLASSES[asText(result["terminal_reason"]) ?? ""] ?? CLASSES[asText(result["api_error"]) ?? ""];
  const byLimit = CLASSES[asText(result["subtype"]) ?? ""];
  const refused = result["stop_reason"] === "refusal" ? "refusal_or_blocked" : undefined;
  return named ?? byLimit ?? refused ?? classOfStatus(asNumber(result["api_error_status"])) ?? "unknown";
}

const CLASSES: Readonly<Record<string, FailureClass>> = {
  prompt_too_long: "context_overflow",
  max_turns: "max_turns",
  error_max_turns: "max_turns",
  budget_exhausted: "budget",
  error_max_budget_usd: "budget",
  connection_failed: "network",
  aborted_tools: "crash",
  aborted_streaming: "crash",
  max_output_tokens: "malformed_output",
};

const sentences: Partial<Readonly<Record<FailureClass, string>>> = {
  context_overflow: "The conversation no longer fits the model's context.",
  max_turns: "Claude Code reached the limit of turns that `max_turns` sets.",
  budget: "Claude Code reached the amount that `max_usd` sets.",
  network: "Claude Code could not reach the model's API.",
  malformed_output: "The model's answer was longer than it may be.",
  refusal_or_blocked: "The model refused to continue this conversation.",
  auth: "The model's API refused Claude Code's key or login. Log in (`claude`, then /login), or correct the key.",
  billing: "The account of Claude Code has no credit left. Add some, or use another account.",
  config_error: "The model is unknown, or this account may not use it. Correct it under `tiers` in reeve.yaml.",
  rate_limit: "The account of Claude Code has reached a limit.",
  overloaded: "The model's API is overloaded or failing.",
  crash: "Claude Code was interrupted from outside.",
};

function withoutResult({ exit, err, retry, givenUp }: StreamEnd, now: number): Failure {
  if (givenUp && retry) {
    const kind = classOfStatus(retry.status) ?? "auth";
    const message = sentences[kind] ?? "The model's API refuses Claude Code.";
    return failureOf(
      { class: kind, message, said: [`The model's API answered ${retry.status} (${retry.error}).`] },
      now,
    );
  }
  const how = exit.problem ?? exit.signal ?? `exit status ${exit.code}`;
  const said = err.trim().split("\n").slice(-5);
  return failureOf({ class: "crash", message: `Claude Code ended (${how}) before its turn was over.`, said }, now);
}

function errorsOf(result: Loose | undefined): readonly string[] {
  return asList(result?.["errors"]).flatMap((each) => asText(each) ?? []);
}
