/**
 * What the end of a plain process means: its exit status and the result it left. Shared by the adapters whose agents
 * know no more about their end than that. Vendors' own error texts are not read here.
 */

import type { Failure } from "../../../domain/proof/failure.ts";
import { maskText } from "../../../domain/secrets/mask-secrets.ts";
import { displaySafe } from "../../../domain/words/display-safe.ts";
import { answerDigest } from "../../../domain/work/junk.ts";
import type { Advised, Outcome } from "../../../domain/work/outcome.ts";
import { parseResult } from "../../../domain/work/result-schema.ts";
import type { AdvisorRole } from "../../../domain/work/role-answers.ts";
import { parseRoleAnswer } from "../../roles/parse-answer.ts";
import type { AttemptEnd, AttemptRequest } from "./agent-adapter.ts";
import { classifyEnd } from "./classify-end.ts";
import { lastJsonObject } from "./last-json-object.ts";

/** What the end of a process means: its exit status, and the result it left or printed last. */
export function readOutcome(end: AttemptEnd, request: AttemptRequest): Outcome {
  if (end.exit.code !== 0) return failed(classifyEnd(end, request, exitFailure(end, request)));
  const found = findResult(end);
  if (!found.ok) return failed(malformed(found.problem, end));
  if (request.advisor !== undefined) return adviceIn(found, request.advisor, end);
  const parsed = parseResult(found.value, request.taskId);
  if (!parsed.ok)
    return failed(refusedAnswer(`gave a result that is not valid: ${parsed.problems.join("; ")}`, found, end));
  const { result } = parsed;
  return result.status === "done" ? { type: "done", result } : { type: "blocked", result };
}

function adviceIn(found: Answer, role: AdvisorRole, end: AttemptEnd): Outcome {
  const parsed = parseRoleAnswer(role, found.value);
  if (parsed.ok) return { type: "advised", role, answer: parsed.answer } as Advised;
  return failed(refusedAnswer(`gave an answer that is not valid: ${parsed.problems.join("; ")}`, found, end));
}

/** Known again when it is given a second time. */
function refusedAnswer(problem: string, { value }: Answer, end: AttemptEnd): Failure {
  return { ...malformed(problem, end), refused: answerDigest(value) };
}

interface Answer {
  readonly ok: true;
  readonly value: unknown;
}

type Found = Answer | { readonly ok: false; readonly problem: string };

/** The file wins: whoever writes it means it. */
export function findResult({ result, out }: Pick<AttemptEnd, "result" | "out">): Found {
  if (result !== undefined && result.trim() !== "") return parseFile(result);
  const value = lastJsonObject(out);
  if (value) return { ok: true, value };
  const problem =
    out.trim() === ""
      ? "printed nothing and left no result"
      : "left no result: it did not write REEVE_RESULT, and its output holds no JSON object";
  return { ok: false, problem };
}

function parseFile(text: string): Found {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: `wrote a result that is not JSON: ${displaySafe(why).slice(0, LINE_LENGTH_MAX)}` };
  }
}

function exitFailure(end: AttemptEnd, { agent }: AttemptRequest): Failure {
  const { code, signal } = end.exit;
  const program = agent.command[0] ?? agent.adapter;
  const evidence = [exitSentence(end), ...lastLines(end.err || end.out)];
  if (code === 127 || code === 126) {
    const what = code === 127 ? "could not be found" : "could not be executed";
    const message = `The agent's program ${what} (exit ${code}). Check \`command\` of this agent in reeve.yaml, and its PATH.`;
    return { class: "config_error", restart: "terminal", subject: program, message, evidence };
  }
  const message = `The agent ended with ${signal ?? `exit status ${code}`} before it gave a result.`;
  return { class: "crash", restart: "transient", message, evidence };
}

const NOTES: Readonly<Record<string, string>> = {
  SIGKILL: "killed from outside, for lack of memory as a rule",
  SIGTERM: "asked to end from outside",
  SIGSEGV: "a fault in the program itself",
  SIGABRT: "a fault in the program itself",
};

function exitSentence({ exit: { code, signal } }: AttemptEnd): string {
  const note = code === 124 ? "the usual status of a time-out" : NOTES[signal ?? ""];
  const status = signal ? `exit ${code} (${signal})` : `exit ${code}`;
  return note ? `${status}: ${note}` : status;
}

function malformed(problem: string, end: AttemptEnd): Failure {
  const evidence = lastLines(end.out || end.err);
  return {
    class: "malformed_output",
    restart: "transient",
    message: `The agent exited normally but ${problem}.`,
    evidence,
  };
}

const LINES_MAX = 10;
const LINE_LENGTH_MAX = 300;

/** The last lines that say something, safe to show. Masked before they are cut: half a key is not known as one. */
export function lastLines(text: string): readonly string[] {
  const lines = maskText(displaySafe(text))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines
    .slice(-LINES_MAX)
    .map((line) => (line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX)}…` : line));
}

function failed(failure: Failure): Outcome {
  return { type: "failed", failure };
}
