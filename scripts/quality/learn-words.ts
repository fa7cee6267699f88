/**
 * Writes the learned tables from all labelled outputs: how much each word speaks for each class, and how much each sign of
 * a name speaks for it being the subject. `npm run quality:learn`.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { taughtOutputs } from "./labelled.ts";
import { samplesOf, subjectSamplesOf } from "./samples.ts";
import { trainSubjects } from "./train-subjects.ts";
import { trainWords, type WordTable } from "./train-words.ts";

const LINES_TOGETHER = 20;
const classify = fileURLToPath(new URL("../../src/engine/classify/", import.meta.url));
const outputs = taughtOutputs();
const words = trainWords(samplesOf(outputs));
writeFileSync(`${classify}words/word-table.ts`, tableText(words));
writeFileSync(`${classify}about/subject-table.ts`, signsText(trainSubjects(subjectSamplesOf(outputs, words))));

/** Tabs stand between signs, since a sign may hold anything else. */
function signsText(weights: ReadonlyMap<string, number>): string {
  return [
    "/**",
    " * How much each sign of a name speaks for it being what an output is about: hundredths, then the signs of that weight.",
    " * Written by `npm run quality:learn` from the labelled outputs in `test/`; nobody edits it by hand.",
    " */",
    "export const SUBJECT_TABLE = [",
    ...chunked(byWeight(weights, 100).map(([weight, signs]) => [weight, ...signs].join("\t"))),
    '].join("\\n");',
    "",
  ].join("\n");
}

/** Several weights in one line of the file: it is read by programs. */
function chunked(lines: readonly string[]): readonly string[] {
  return lines.flatMap((_, at) =>
    at % LINES_TOGETHER === 0 ? [`  ${JSON.stringify(lines.slice(at, at + LINES_TOGETHER).join("\n"))},`] : [],
  );
}

function tableText(table: WordTable): string {
  const rows = [...table].map(
    ([of, words]) => `  ${/^\w+$/.test(of) ? of : JSON.stringify(of)}:\n    ${JSON.stringify(told(words))},`,
  );
  return [
    "/**",
    " * How much each word speaks for each class: tenths, then the words of that weight. Written by",
    " * `npm run quality:learn` from the labelled outputs in `test/`; nobody edits it by hand.",
    " */",
    "",
    "export const WORD_TABLE: Readonly<Record<string, string>> = {",
    ...rows,
    "};",
    "",
  ].join("\n");
}

function told(words: ReadonlyMap<string, number>): string {
  return byWeight(words, 10)
    .map(([tenths, signs]) => `${tenths}:${signs.join(",")}`)
    .join(";");
}

/** Strongest first. */
function byWeight(
  weights: ReadonlyMap<string, number>,
  parts: number,
): readonly (readonly [number, readonly string[]])[] {
  const found = new Map<number, string[]>();
  for (const [sign, weight] of weights) {
    const rounded = Math.round(weight * parts);
    found.set(rounded, [...(found.get(rounded) ?? []), sign]);
  }
  return [...found].toSorted((a, b) => b[0] - a[0]);
}
