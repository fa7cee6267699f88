/**
 * JSON Lines of failures → failures to group: classified ones, raw outputs, which are classified here, and records of a
 * failure history. A line that is none of these is skipped and named; it never spoils the others.
 */
import { FAILURE_CLASSES, type FailureClass } from "../../../domain/proof/failure.ts";
import { classify } from "../../classify/classify.ts";
import type { SeenFailure } from "../seen-failure.ts";

export interface BadLine {
  readonly line: number;
  readonly why: string;
}

export interface FailureLines {
  readonly failures: readonly SeenFailure[];
  readonly bad: readonly BadLine[];
}

export function readFailureLines(text: string): FailureLines {
  const failures = new Map<string, SeenFailure>();
  const bad: BadLine[] = [];
  text.split("\n").forEach((raw, index) => {
    if (raw.trim() === "") return;
    const read = readLine(raw);
    if (typeof read === "string") bad.push({ line: index + 1, why: read });
    else if (failures.has(read.id)) bad.push({ line: index + 1, why: `the id ${read.id} was used before` });
    else failures.set(read.id, read);
  });
  return { failures: [...failures.values()], bad };
}

export function jsonObject(raw: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function readLine(raw: string): SeenFailure | string {
  const given = jsonObject(raw);
  if (given === null) return "it is no JSON object";
  const id = word(given["id"]);
  if (id === undefined) return "it has no id";
  const text = textOf(given);
  const known = FAILURE_CLASSES.find((name) => name === given["class"]);
  if (text === undefined && known === undefined) return "it has neither a text nor a class that Reeve knows";
  return { id, ...meaningOf(given, text ?? "", known), text: text ?? "", ...restOf(given) };
}

type Given = Readonly<Record<string, unknown>>;

/** What was printed, else the lines a classifier kept. */
function textOf(given: Given): string | undefined {
  const evidence = Array.isArray(given["evidence"]) ? given["evidence"].filter((line) => typeof line === "string") : [];
  if (typeof given["text"] === "string") return given["text"];
  const lines = typeof given["error"] === "string" ? [given["error"], ...evidence] : evidence;
  return lines.length > 0 ? lines.join("\n") : undefined;
}

function meaningOf(
  given: Given,
  text: string,
  known: FailureClass | undefined,
): Pick<SeenFailure, "class" | "subject"> {
  const subject = word(given["subject"]);
  if (known !== undefined) return { class: known, ...(subject !== undefined && { subject }) };
  const found = classify({ text, exitCode: exitOf(given) ?? null, tool: word(given["tool"]) ?? null });
  const about = subject ?? found.subject;
  return { class: found.class, ...(about !== null && { subject: about }) };
}

function restOf(given: Given): Omit<SeenFailure, "id" | "class" | "subject" | "text"> {
  const words = ["tool", "task", "run", "project", "upstream"] as const;
  const at = given["at"];
  const exitCode = exitOf(given);
  return {
    ...Object.fromEntries(words.flatMap((key) => entry(key, word(given[key])))),
    ...(typeof at === "number" && { at }),
    ...(exitCode !== undefined && { exitCode }),
  };
}

function entry(key: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[key, value]];
}

function exitOf(given: Given): number | undefined {
  const code = given["exit_code"] ?? given["exitCode"];
  return typeof code === "number" ? code : undefined;
}

function word(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}
