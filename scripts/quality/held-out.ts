/**
 * Answers to outputs whose tools were kept out of teaching: the tools are dealt into folds, each fold is answered by words
 * learned from the others. Rules are the same in every fold; what they are worth on tools nobody wrote them for is what
 * the outputs of real toolchains show, which were made after the rules.
 */
import { type Classified, classifyBy } from "../../src/engine/classify/classify.ts";
import type { ClassWords } from "../../src/engine/classify/words/likely.ts";
import type { Labelled } from "./labelled.ts";
import { samplesOf, subjectSamplesOf } from "./samples.ts";
import { type SubjectSample, trainSubjects } from "./train-subjects.ts";
import { type Sample, trainWords } from "./train-words.ts";

export interface Answered {
  readonly output: Labelled;
  readonly found: Classified;
}

const FOLDS = 5;
const NO_WORDS: ClassWords = new Map();

/** By rules alone. */
export function byRules(outputs: readonly Labelled[]): readonly Answered[] {
  return outputs.map((output) => answered(output, { words: NO_WORDS }));
}

/** What all deals share: the samples are the same, only who learns from which differs. */
export interface Lessons {
  readonly outputs: readonly Labelled[];
  readonly words: readonly Sample[];
  readonly subjects: readonly SubjectSample[];
}

export function lessonsOf(outputs: readonly Labelled[]): Lessons {
  const words = samplesOf(outputs);
  return { outputs, words, subjects: subjectSamplesOf(outputs, trainWords(words)) };
}

/** By rules and all that is learned, every tool held out once; `deal` says which of many ways to deal them. */
export function heldOut({ outputs, words, subjects }: Lessons, deal: number): readonly Answered[] {
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const isTaught = (_: unknown, at: number): boolean => foldOf(outputs[at]?.source ?? "", deal) !== fold;
    const tables = { words: trainWords(words.filter(isTaught)), subjects: trainSubjects(subjects.filter(isTaught)) };
    return outputs.filter((_, at) => !isTaught(_, at)).map((output) => answered(output, tables));
  });
}

/** By rules and the words that are shipped. */
export function byShipped(outputs: readonly Labelled[]): readonly Answered[] {
  return outputs.map((output) => ({ output, found: classifyBy(askOf(output), {}) }));
}

function answered(output: Labelled, tables: Parameters<typeof classifyBy>[1]): Answered {
  return { output, found: classifyBy(askOf(output), tables) };
}

function askOf({ text, tool, exit, signal }: Labelled): Parameters<typeof classifyBy>[0] {
  return { text, tool, exitCode: exit, signal };
}

/** `pytest-junit` and `pytest` are one tool. */
function foldOf(source: string, deal: number): number {
  let hash = 17 + deal * 7_919;
  for (const char of source.split("-")[0] ?? source) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  return hash % FOLDS;
}
