/**
 * `reeve classify [FILE|-] [--jsonl] [--explain] [--correct CLASS]`: what failed outputs mean. One whole output, or one per
 * line of JSON. A correction is kept for `reeve learn`.
 */
import { type ClassifiedLine, classifyLines, classifyOutput } from "../../../app/failures/classify-output.ts";
import { correctOutput } from "../../../app/failures/learn.ts";
import { findProject, type Project } from "../../../app/project/project.ts";
import type { Classified } from "../../../engine/classify/classify.ts";
import { resolveRetry } from "../../../engine/classify/retry.ts";
import { isSureEnough } from "../../../engine/classify/weighing/sure-enough.ts";
import { durationOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { readInput } from "../read-input.ts";
import { refuse, reportMistakes } from "../refuse.ts";

export interface ClassifyOptions extends CommonOptions {
  readonly jsonl?: boolean;
  readonly tool?: string;
  readonly exitCode?: number;
  readonly explain?: boolean;
  readonly correct?: string;
  readonly restart?: string;
  readonly about?: string;
}

export async function classifyCommand(io: Io, file: string, options: ClassifyOptions): Promise<ExitCode> {
  const { exitCode, tool, json } = options;
  if (exitCode !== undefined && !Number.isInteger(exitCode))
    return badInput(io, json, "--exit-code must be a whole number.");
  const read = readInput(file);
  if (!read.ok)
    return badInput(io, json, `${file} cannot be read (${read.code}); give a file, or - for standard input.`);
  const project = findProject(io.cwd);
  if (options.jsonl) {
    const lines = classifyLines(project, read.text);
    if (!lines.ok) return refuse(io, json, lines.refusal);
    reportMistakes(io, [], lines.value.warnings);
    return showLines(io, lines.value.lines, file);
  }
  const classified = classifyOutput(project, { text: read.text, exitCode, tool });
  if (!classified.ok) return refuse(io, json, classified.refusal);
  const { found, steps, warnings } = classified.value;
  reportMistakes(io, [], warnings);
  if (options.correct !== undefined) return correct(io, project, found, { ...options, class: options.correct });
  const because = options.explain ? { because: steps, entities: found.entities } : {};
  if (json) printJson(io, { ...protocol(found), retry: found.retry, ...because });
  else print(io, [...sentences(found, io.now()), ...(options.explain ? ["", ...steps.map(plainText)] : [])]);
  return EXIT.ok;
}

type CorrectOptions = ClassifyOptions & { readonly class: string };

async function correct(io: Io, project: Project, found: Classified, options: CorrectOptions): Promise<ExitCode> {
  const { json, class: is, restart, about, tool } = options;
  const more = { ...(restart !== undefined && { restart }), ...(about !== undefined && { about }) };
  const corrected = correctOutput(project, found, {
    class: is,
    ...more,
    ...(tool !== undefined && { tool }),
    at: io.now(),
  });
  if (!corrected.ok) return refuse(io, json, corrected.refusal);
  if (json) printJson(io, corrected.value);
  else print(io, [`Kept: ${verdict(is, found.class)}. \`reeve learn\` makes a rule of it.`]);
  return EXIT.ok;
}

function verdict(is: string, was: string): string {
  return is === was ? `this was ${is}, as Reeve took it` : `this was ${is}, not ${was}`;
}

function showLines(io: Io, lines: readonly ClassifiedLine[], file: string): ExitCode {
  for (const line of lines) {
    if (line.ok) printJson(io, { id: line.id, ...protocol(line.found) });
    else printErr(io, `reeve: ${file}:${line.line} was skipped: ${line.why}.`);
  }
  return lines.every(({ ok }) => ok) ? EXIT.ok : EXIT.badInput;
}

function protocol(found: Classified): object {
  const { class: of, restart, subject, retryAfterS, evidence, confidence } = found;
  return { class: of, restart, subject, retry_after_s: retryAfterS, evidence, confidence, sure: isSureEnough(found) };
}

const RESTART_WORDS: Readonly<Record<Classified["restart"], string>> = {
  transient: "transient: a restart may be enough",
  persistent: "persistent: one more attempt that knows why",
  terminal: "terminal: a person first",
  unknown: "unknown: up to a supervisor or a person",
};

function sentences(found: Classified, now: number): readonly string[] {
  const { class: of, restart, subject, retry, evidence, confidence } = found;
  const about = subject === null ? "" : `, about ${plainText(subject)}`;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wait = retry === null ? [] : [`Worth a retry in ${durationOf(resolveRetry(retry, now, zone) * 1000)}.`];
  return [
    `${of}${about} (${RESTART_WORDS[restart]}; ${Math.round(confidence * 100)} % sure).`,
    ...(isSureEnough(found) ? [] : ["Too unsure to act on: in a run Reeve would go by how the program ended."]),
    ...wait,
    ...evidence.map((line) => `  ${plainText(line)}`),
  ];
}
