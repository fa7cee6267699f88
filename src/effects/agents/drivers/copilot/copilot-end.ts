/**
 * What the end of a turn of Copilot CLI means: its last error with the status of the model's API, its exit status, and
 * that it gave a result at all. Without one it crashed.
 */
import { asText } from "../../../../basics/loose.ts";
import type { Failure, FailureClass } from "../../../../domain/proof/failure.ts";
import type { DriverEnd } from "../driver-lines.ts";
import { classOfStatus, failureOf, isUnreadable } from "../failures.ts";
import { asNumber } from "../json-line.ts";
import type { OneWayEnd } from "../one-way-turn.ts";
import type { CopilotSeen } from "./copilot-reader.ts";

export type CopilotEnd = CopilotSeen & OneWayEnd;

export function copilotEnd(end: CopilotEnd, now: number): DriverEnd {
  const { text, interrupted } = end;
  if (interrupted) return { type: "end", how: "interrupted", text };
  const failure = failureIn(end, now);
  return failure ? { type: "end", how: "failed", text, failure } : { type: "end", how: "done", text };
}

export function isCopilotGood(end: CopilotEnd): boolean {
  return !end.interrupted && failureIn(end, 0) === undefined;
}

export function isCopilotSessionLost({ result, err }: CopilotEnd): boolean {
  return result === undefined && /no session, task, or name matched/i.test(err);
}

function failureIn(end: CopilotEnd, now: number): Failure | undefined {
  const { result, exit, err, error, failure } = end;
  if (error) return failureOf(refused(end), now);
  const words = err.trim().split("\n").slice(-5);
  if (result === undefined) {
    const how = exit.problem ?? exit.signal ?? `exit status ${exit.code}`;
    return failureOf(
      { class: loginClass(err), message: `Copilot CLI ended (${how}) before its turn was over.`, said: words },
      now,
    );
  }
  if (exit.code === 0 && result["exitCode"] === 0) return undefined;
  const said = [...words, asText(failure?.["errorMessage"]) ?? ""];
  return failureOf({ class: "crash", message: `Copilot CLI ended with exit status ${exit.code}.`, said }, now);
}

/** Before there is a session it complains on its standard error only. */
function loginClass(err: string): FailureClass {
  return /no authentication information found|not logged in/i.test(err) ? "auth" : "crash";
}

function refused({ error = {}, failure = {} }: CopilotEnd) {
  const words = asText(error["message"]) ?? "";
  const status = asNumber(error["statusCode"]);
  const said = [words, asText(failure["errorMessage"]) ?? ""];
  if (OVERFLOW.test(said.join("\n"))) {
    const message = "The conversation no longer fits the model's context.";
    return { class: "context_overflow", message, said } as const;
  }
  const named = classOfStatus(status) ?? CLASSES[asText(error["errorType"]) ?? ""];
  if (named) return { class: named, message: SENTENCES[named] ?? words, said };
  if (UNREADABLE.test(words) || isUnreadable(said.join("\n"))) {
    const message = `The model's API did not send a valid answer: ${words}`;
    return { class: "malformed_output", restart: "transient", message, said } as const;
  }
  const lost = failure["failureKind"] === "transport" || /could not connect|connection error/i.test(words);
  const kind: FailureClass = lost ? "network" : "unknown";
  return { class: kind, message: SENTENCES[kind] ?? (words || "Copilot CLI's turn failed."), said };
}

const OVERFLOW = /too long|context_length_exceeded|maximum context length/i;
const UNREADABLE = /failed to (?:parse|finalize)|no response was returned|JSON/i;

const CLASSES: Readonly<Record<string, FailureClass>> = {
  authentication: "auth",
  authorization: "auth",
  quota: "billing",
  rate_limit: "rate_limit",
  context_limit: "context_overflow",
};

const SENTENCES: Partial<Readonly<Record<FailureClass, string>>> = {
  auth: "Copilot CLI's login or key was refused. Log in (`copilot login`), or correct the key.",
  billing: "The account of Copilot CLI has no credit left. Add some, or use another account.",
  config_error: "The model is unknown, or this account may not use it. Correct it under `tiers` in reeve.yaml.",
  rate_limit: "The account of Copilot CLI has reached a limit.",
  overloaded: "The model's API is overloaded or failing.",
  network: "Copilot CLI could not reach the model's API.",
};
