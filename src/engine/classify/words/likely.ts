/**
 * How likely each class is by the words of an output alone, from a table learned from labelled outputs. It knows no tool
 * and no sentence; it is what is left to go by where no rule fits, and what tips the balance between rules that do.
 */
import { FAILURE_CLASSES, type FailureClass, RESTART_KINDS, type RestartKind } from "../../../domain/proof/failure.ts";
import type { Line } from "../lines.ts";
import { DEFAULT_RESTARTS } from "../rule.ts";
import { type Ending, featuresOf, signsOf } from "./features.ts";
import { WORD_TABLE } from "./word-table.ts";

export interface Likely {
  /** Logarithm of the share of each class; they add up to one. */
  readonly shares: ReadonlyMap<FailureClass, number>;
  /** The restart that its words speak for, where the table knows a class in more than one way. */
  restartOf(of: FailureClass): RestartKind | undefined;
  /** How likely it is that a person is needed, whatever the class. */
  readonly terminal: number;
  /** The lines whose signs speak most for a class, the plainest first; none where no line does. */
  linesOf(of: FailureClass): readonly number[];
  /** The signs that spoke most for a class, with their weight. */
  because(of: FailureClass): readonly string[];
}

/** By class, or by class and restart (`crash persistent`) where it differs from what the class usually deserves. */
export type ClassWords = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function likelyClasses(lines: readonly Line[], ending: Ending, table: ClassWords = shipped()): Likely {
  const features = asFarAsKnown(featuresOf(lines, ending), table);
  const scores = [...table].map(([label, words]) => ({ ...partsOf(label), label, score: sum(features, words) }));
  const most = Math.max(...scores.map(({ score }) => score));
  const all = scores.reduce((total, { score }) => total + Math.exp(score - most), 0);
  const byClass = Map.groupBy(scores, (each) => each.of);
  const best = new Map([...byClass].map(([of, ways]) => [of, ways.toSorted((a, b) => b.score - a.score)[0]]));
  return {
    shares: new Map(
      [...byClass].map(([of, ways]) => [
        of,
        Math.log(ways.reduce((total, { score }) => total + Math.exp(score - most), 0) / all),
      ]),
    ),
    restartOf: (of) => best.get(of)?.restart,
    terminal:
      scores
        .filter(({ of, restart }) => (restart ?? DEFAULT_RESTARTS[of]) === "terminal")
        .reduce((total, { score }) => total + Math.exp(score - most), 0) / all,
    linesOf: (of) => plainest(lines, table.get(best.get(of)?.label ?? of) ?? new Map()),
    because: (of) => strongest(features, table.get(best.get(of)?.label ?? of) ?? new Map()),
  };
}

/** So many signs that the table knows are an output's worth of evidence. */
const ENOUGH = 4;

/** A word or two that were seen once somewhere say little, however plainly they spoke there. */
function asFarAsKnown(features: ReadonlyMap<string, number>, table: ClassWords): ReadonlyMap<string, number> {
  const words = [...table.values()];
  let known = 0;
  for (const sign of features.keys()) {
    if (words.some((each) => each.has(sign))) known += 1;
    if (known >= ENOUGH) return features;
  }
  return new Map([...features].map(([sign, value]) => [sign, (value * known) / ENOUGH]));
}

interface Parts {
  readonly of: FailureClass;
  readonly restart: RestartKind | undefined;
}

function partsOf(label: string): Parts {
  const [name, way] = label.split(" ");
  return {
    of: FAILURE_CLASSES.find((each) => each === name) ?? "unknown",
    restart: RESTART_KINDS.find((each) => each === way),
  };
}

const SAID_MAX = 6;

function sum(features: ReadonlyMap<string, number>, words: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const [sign, value] of features) total += value * (words.get(sign) ?? 0);
  return total;
}

/** Lines further up than this were not asked about their words either. */
const LINES_MAX = 160;
const LINES_TOLD = 3;

function plainest(lines: readonly Line[], words: ReadonlyMap<string, number>): readonly number[] {
  const from = Math.max(0, lines.length - LINES_MAX);
  const told = lines.slice(from).map((line, at) => [at + from, sum(signsOf(line), words)] as const);
  return told
    .filter(([, weight]) => weight > 0)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, LINES_TOLD)
    .map(([at]) => at);
}

function strongest(features: ReadonlyMap<string, number>, words: ReadonlyMap<string, number>): readonly string[] {
  return [...features]
    .map(([sign, value]) => [sign, value * (words.get(sign) ?? 0)] as const)
    .filter(([, weight]) => weight > 0)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, SAID_MAX)
    .map(([sign, weight]) => `${sign} (${weight.toFixed(2)})`);
}

let ready: ClassWords | undefined;

/** Read for the first output; most programs that load this never ask. */
function shipped(): ClassWords {
  ready ??= new Map(Object.entries(WORD_TABLE).map(([of, told]) => [of, wordsOf(told)]));
  return ready;
}

/** `weight:sign,sign;weight:sign`: words of one weight stand together. */
function wordsOf(told: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const part of told.split(";")) {
    const cut = part.indexOf(":");
    const weight = Number(part.slice(0, cut)) / 10;
    for (const sign of part.slice(cut + 1).split(",")) words.set(sign, weight);
  }
  return words;
}
