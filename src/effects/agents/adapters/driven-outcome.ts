/**
 * What the end of a driven agent means: how its driver says the turn ended AND the exit status AND the result it left.
 * One alone is not believed. Without the driver's last line it crashed, whatever the exit status.
 */

import type { Failure } from "../../../domain/proof/failure.ts";
import { displaySafe } from "../../../domain/words/display-safe.ts";
import type { Outcome } from "../../../domain/work/outcome.ts";
import type { DriverEnd, DriverLine } from "../drivers/driver-lines.ts";
import { parseDriverLine } from "../drivers/parse-driver-line.ts";
import type { AttemptEnd, AttemptRequest } from "./agent-adapter.ts";
import { byOwnRules, classifyEnd } from "./classify-end.ts";
import { lastLines, readOutcome } from "./read-outcome.ts";

export function drivenOutcome(end: AttemptEnd, request: AttemptRequest): Outcome {
  const lines = end.out.split("\n").flatMap((line) => parseDriverLine(line) ?? []);
  const last = lines.findLast((line) => line.type === "end");
  const notes = lines.flatMap((line) => (line.type === "note" ? [displaySafe(line.text)] : [])).slice(-NOTES_MAX);
  if (!last) return failed(crash(end, request, lines), notes);
  // An interrupt through the inbox ends the turn in order; a signal from nobody Reeve knows of does not.
  if (last.how === "interrupted") return end.exit.signal ? failed(crash(end, request, lines), notes) : STOPPED;
  if (last.how === "failed") return failed(failureOf(last, end, request), notes);
  if (end.exit.code !== 0) return failed(crash(end, request, lines), notes);
  return readOutcome({ ...end, out: answerOf(last) }, request);
}

/** The last line of its kind, as it stands in a driver's output. */
export function endIn(out: string): DriverEnd | undefined {
  const lines = out.split("\n").flatMap((line) => parseDriverLine(line) ?? []);
  return lines.findLast((line) => line.type === "end");
}

const NOTES_MAX = 5;
const STOPPED: Outcome = { type: "stopped" };

function answerOf({ structured, text }: DriverEnd): string {
  return structured === undefined ? text : JSON.stringify(structured);
}

/** What the agent's own signals say comes first, except before what a person wrote; words alone come last. */
function failureOf(last: DriverEnd, end: AttemptEnd, request: AttemptRequest): Failure {
  const failure = last.failure ?? unknownFailure(last);
  const safe = {
    ...failure,
    message: displaySafe(failure.message),
    evidence: failure.evidence.flatMap((line) => lastLines(line)).slice(-EVIDENCE_MAX),
  };
  const read = { ...end, out: [failure.message, ...failure.evidence, last.text].join("\n") };
  const byPerson = byOwnRules(read, request);
  if (byPerson) return byPerson;
  // What it complained about on the way (a tool it lacks, a warning) is not why the turn failed.
  return failure.class === "unknown" ? classifyEnd({ ...read, err: "" }, request, safe) : safe;
}

const EVIDENCE_MAX = 20;

function unknownFailure({ text }: DriverEnd): Failure {
  const message = "The agent's turn failed, and it did not say why.";
  return { class: "unknown", restart: "unknown", message, evidence: lastLines(text) };
}

function crash(end: AttemptEnd, request: AttemptRequest, lines: readonly DriverLine[]): Failure {
  const { code, signal } = end.exit;
  const notices = lines.flatMap((line) => (line.type === "retry_notice" ? [line.text] : [])).slice(-NOTES_MAX);
  const message = `The agent ended with ${signal ?? `exit status ${code}`} before its turn was over.`;
  const evidence = [`exit ${code}${signal ? ` (${signal})` : ""}`, ...lastLines(end.err), ...notices];
  const failure: Failure = { class: "crash", restart: "transient", message, evidence };
  return classifyEnd({ ...end, out: notices.join("\n") }, request, failure);
}

function failed(failure: Failure, notes: readonly string[]): Outcome {
  return { type: "failed", failure: { ...failure, evidence: [...failure.evidence, ...notes] } };
}
