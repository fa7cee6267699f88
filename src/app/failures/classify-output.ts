/** What failed outputs mean: class, restart, subject, evidence. The rules of reeve.yaml count here too. Changes nothing. */
import type { Mistake } from "../../config/mistakes/mistake.ts";
import { type Classified, classify, type Output } from "../../engine/classify/classify.ts";
import { explain } from "../../engine/classify/explain.ts";
import { prepare, type ReadyRules } from "../../engine/classify/hits.ts";
import { readOutput } from "../../engine/classify/reading.ts";
import { userRules } from "../../engine/classify/user-rules.ts";
import { loadConfig } from "../project/load.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";

export type ClassifiedLine =
  | { readonly ok: true; readonly id: string | number; readonly found: Classified }
  /** `line`: its number, from 1. */
  | { readonly ok: false; readonly line: number; readonly why: string };

export interface Explained {
  readonly found: Classified;
  /** How the answer came about, step by step. */
  readonly steps: readonly string[];
  /** What is wrong with the project's own rules, and left out. */
  readonly warnings: readonly Mistake[];
}

export interface ClassifiedLines {
  readonly lines: readonly ClassifiedLine[];
  readonly warnings: readonly Mistake[];
}

export function classifyOutput(project: Project, output: Output): Reply<Explained> {
  const rules = rulesOf(project);
  if (!rules.ok) return rules;
  const { ready, warnings } = rules.value;
  const { answer: found, steps } = explain(readOutput(output, { user: ready }));
  return granted({ found, steps, warnings });
}

/** One output per line of JSON; empty lines count for nothing. */
export function classifyLines(project: Project, text: string): Reply<ClassifiedLines> {
  const rules = rulesOf(project);
  if (!rules.ok) return rules;
  const { ready, warnings } = rules.value;
  const lines = text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [lineOf(line, index + 1, ready)]));
  return granted({ lines, warnings });
}

interface OwnRules {
  readonly ready: ReadyRules;
  readonly warnings: readonly Mistake[];
}

function rulesOf(project: Project): Reply<OwnRules> {
  const config = loadConfig(project);
  if (!config.ok)
    return refused({ what: "mistakes", mistakes: config.mistakes, warnings: config.warnings, kept: "classify" });
  return granted({ ready: prepare(userRules(config.value.failures)), warnings: config.warnings });
}

function lineOf(line: string, number: number, rules: ReadyRules): ClassifiedLine {
  const asked = readAsked(line);
  if (typeof asked === "string") return { ok: false, line: number, why: asked };
  return { ok: true, id: asked.id, found: classify(asked.output, rules) };
}

/** What is asked, or what is wrong with the line. */
function readAsked(line: string): { readonly id: string | number; readonly output: Output } | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "it is not JSON";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "it is not a JSON object";
  const { id, text, tool, exit_code: exitCode, signal } = value as Readonly<Record<string, unknown>>;
  if (typeof id !== "string" && typeof id !== "number") return '"id" must be a text or a number';
  if (typeof text !== "string") return '"text" must be a text';
  if (!isNone(tool) && typeof tool !== "string") return '"tool" must be a text';
  if (!isNone(signal) && typeof signal !== "string") return '"signal" must be a text';
  if (!isNone(exitCode) && !Number.isInteger(exitCode)) return '"exit_code" must be a whole number';
  return { id, output: { text, tool, signal, exitCode: exitCode as number | null | undefined } };
}

function isNone(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
