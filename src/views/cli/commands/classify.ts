/**
 * `reeve classify [FILE|-] [--jsonl] [--explain] [--correct CLASS]`: what failed outputs mean. One whole output, or one per
 * line of JSON; the rules of reeve.yaml and the learned ones count here too. A correction is kept for `reeve learn`;
 * otherwise it starts and changes nothing.
 */
import { readFileSync } from "node:fs";
import { type Classified, classify, type Output } from "../../../engine/classify/classify.ts";
import { explain } from "../../../engine/classify/explain.ts";
import { prepare, type ReadyRules } from "../../../engine/classify/hits.ts";
import { readOutput } from "../../../engine/classify/reading.ts";
import { resolveRetry } from "../../../engine/classify/retry.ts";
import { userRules } from "../../../engine/classify/user-rules.ts";
import { loadConfig } from "../../../runtime/load.ts";
import { findProject } from "../../../runtime/project.ts";
import { durationOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { reportMistakes } from "./check.ts";
import { correctCommand } from "./correct.ts";

export interface ClassifyOptions extends CommonOptions {
  readonly jsonl?: boolean;
  readonly tool?: string;
  readonly exitCode?: number;
  readonly explain?: boolean;
  readonly correct?: string;
  readonly restart?: string;
  readonly about?: string;
}

export function classifyCommand(io: Io, file: string, options: ClassifyOptions): ExitCode {
  if (options.exitCode !== undefined && !Number.isInteger(options.exitCode))
    return badInput(io, options.json, "--exit-code must be a whole number.");
  const config = loadConfig(findProject(io.cwd));
  if (!config.ok) {
    reportMistakes(io, config.mistakes, config.warnings);
    return badInput(io, options.json, "reeve.yaml has mistakes; its rules for failures cannot be used.");
  }
  const text = read(file);
  if (text.error !== undefined)
    return badInput(io, options.json, `${file} cannot be read (${text.error}); give a file, or - for standard input.`);
  const rules = prepare(userRules(config.value.failures));
  if (options.jsonl) return classifyLines(io, text.content, file, rules);
  const { exitCode, tool } = options;
  const { answer: found, steps } = explain(readOutput({ text: text.content, exitCode, tool }, { user: rules }));
  if (options.correct !== undefined)
    return correctCommand(io, findProject(io.cwd), found, { ...options, correct: options.correct });
  const because = options.explain ? { because: steps, entities: found.entities } : {};
  if (options.json) printJson(io, { ...protocol(found), retry: found.retry, ...because });
  else print(io, [...sentences(found, io.now()), ...(options.explain ? ["", ...steps.map(plainText)] : [])]);
  return EXIT.ok;
}

function read(file: string): { readonly content: string; readonly error?: string } {
  try {
    return { content: readFileSync(file === "-" ? 0 : file, "utf8") };
  } catch (error) {
    return { content: "", error: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}

function classifyLines(io: Io, text: string, file: string, rules: ReadyRules): ExitCode {
  let code: ExitCode = EXIT.ok;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const asked = readAsked(line);
    if (typeof asked !== "string") printJson(io, { id: asked.id, ...protocol(classify(asked.output, rules)) });
    else {
      io.err(`reeve: ${file}:${index + 1} was skipped: ${asked}.\n`);
      code = EXIT.badInput;
    }
  }
  return code;
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

function protocol({ class: of, restart, subject, retryAfterS, evidence, confidence }: Classified): object {
  return { class: of, restart, subject, retry_after_s: retryAfterS, evidence, confidence };
}

const RESTART_WORDS: Readonly<Record<Classified["restart"], string>> = {
  transient: "transient: starting it again may be enough",
  persistent: "persistent: one more try that is told why",
  terminal: "terminal: a person first",
  unknown: "unknown: up to a supervisor or a person",
};

function sentences(found: Classified, now: number): readonly string[] {
  const { class: of, restart, subject, retry, evidence, confidence } = found;
  const about = subject === null ? "" : `, about ${plainText(subject)}`;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wait = retry === null ? [] : [`Worth trying again in ${durationOf(resolveRetry(retry, now, zone) * 1000)}.`];
  return [
    `${of}${about} (${RESTART_WORDS[restart]}; ${Math.round(confidence * 100)} % sure).`,
    ...wait,
    ...evidence.map((line) => `  ${plainText(line)}`),
  ];
}
