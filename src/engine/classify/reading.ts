/**
 * An output read to the end: its lines, what the rules found in them, what the words say, the class these come to, and the
 * thing it is about. All that an answer rests on, so that it can be explained; the answer itself is `classify.ts`.
 */
import type { FailureClass } from "../../domain/proof/failure.ts";
import { type Chosen, chooseSubject } from "./entities/choose-subject.ts";
import { namedThing } from "./entities/named-thing.ts";
import { isNothing, type Named, readEntities } from "./entities/read-entities.ts";
import { findHits, type Hit, prepare, type ReadyRules } from "./hits.ts";
import { inPairs, type Line, readLines } from "./lines.ts";
import { RULES } from "./rules/table.ts";
import { findSubject, normalSubject } from "./subject.ts";
import { type Ranked, rank } from "./weighing/score.ts";
import { type Weighed, weigh } from "./weighing/weigh.ts";
import { type ClassWords, type Likely, likelyClasses } from "./words/likely.ts";

export interface Output {
  readonly text: string;
  readonly exitCode?: number | null | undefined;
  readonly signal?: string | null | undefined;
  /** Which program printed it: `npm`, `codex`. */
  readonly tool?: string | null | undefined;
  readonly context?: {
    /** The folder that paths are told relative to. */
    readonly root?: string;
  };
}

export interface Reading {
  readonly lines: readonly Line[];
  readonly ranked: readonly Ranked[];
  readonly likely: Likely;
  readonly weighed: Weighed;
  /** Lines that told the class, the weightiest first. */
  readonly telling: readonly number[];
  readonly named: readonly Named[];
  readonly subject: string | undefined;
  /** Why that subject. */
  readonly subjectBecause: string;
}

/** What to read by: the words may be others than those shipped, to measure what they are worth. */
export interface Tables {
  readonly user?: ReadyRules | undefined;
  readonly words?: ClassWords | undefined;
}

const OWN_RULES = prepare(RULES);

export function readOutput(output: Output, tables: Tables = {}): Reading {
  const lines = readLines(output.text);
  const ranked = rankedIn(lines, output, tables.user);
  const likely = likelyClasses(lines, output, tables.words);
  if (isSaid(ranked)) return read(ranked, likely, lines, output);
  // Terminals break long lines: what no line says, two of them may say together.
  const pairs = inPairs(lines);
  const second = rankedIn(pairs, output, tables.user);
  return isSaid(second) ? read(second, likely, pairs, output) : read(ranked, likely, lines, output);
}

/** By the output itself, not only by which tool it came from. */
function isSaid(ranked: readonly Ranked[]): boolean {
  return ranked.some(({ hit }) => hit.rule.strength !== "guess");
}

function rankedIn(lines: readonly Line[], output: Output, userRules: ReadyRules | undefined): readonly Ranked[] {
  const own = userRules === undefined ? [] : findHits(lines, output, userRules);
  return rank([...own, ...findHits(lines, output, OWN_RULES)], lines);
}

function read(ranked: readonly Ranked[], likely: Likely, lines: readonly Line[], output: Output): Reading {
  const weighed = weigh(ranked, likely);
  const winners = ranked.filter(({ hit }) => hit.rule.class === weighed.class);
  const told = winners.map(({ hit }) => hit.at).filter((at) => at >= 0);
  const telling = told.length > 0 ? told : linesWith(likely.because(weighed.class), lines);
  const named = readEntities(lines, output.context?.root);
  const ruled = subjectOf(winners, lines, output);
  const chosen = chooseSubject(weighed.class, weighed.restart, named, new Set(telling));
  const about = aboutWhat(weighed, ruled, chosen);
  if (about.subject !== undefined) return { lines, ranked, likely, weighed, telling, named, ...about };
  const thing = namedThing(weighed.class, lines, telling);
  return thing === undefined
    ? { lines, ranked, likely, weighed, telling, named, ...about }
    : {
        ...{ lines, ranked, likely, weighed, telling, named: [...named, thing], subject: thing.name },
        subjectBecause: `the line that tells the class names the ${thing.kind} ${thing.name}`,
      };
}

/** Where no rule points to a line: those that hold the words that spoke, else the last ones. */
function linesWith(signs: readonly string[], lines: readonly Line[]): readonly number[] {
  const words = signs.map((sign) => sign.replace(/ \(.*$/, "")).filter((sign) => !/^(?:tool|exit|form) /.test(sign));
  const counted = lines.map(({ lower }, at) => [at, words.filter((word) => lower.includes(word)).length] as const);
  const found = counted.filter(([, count]) => count > 0).toSorted((a, b) => b[1] - a[1]);
  return found.length > 0 ? found.slice(0, 3).map(([at]) => at) : lines.map((_, at) => at).slice(-3);
}

/** How plainly a thing must be named to count for more than what the winning rule says. */
const PLAINLY = 36;

/** What a line that told the class plainly names; else what a rule names; else what is named at all. */
function aboutWhat(
  { best }: Weighed,
  ruled: string | undefined,
  chosen: Chosen | undefined,
): Pick<Reading, "subject" | "subjectBecause"> {
  const byRule = { subject: ruled, subjectBecause: ruled === undefined ? "nothing is named" : "the rule names it" };
  if (best?.hit.rule.strength === "user" || chosen === undefined) return byRule;
  if (ruled !== undefined && chosen.score < PLAINLY) return byRule;
  return { subject: chosen.named.name, subjectBecause: chosen.because };
}

/** What a thousand like lines do not name, the next will not either. */
const SUBJECT_HITS_MAX = 200;

/** What the best hit names; else what another of its class names. Of equal rules the first line: later ones follow from it. */
function subjectOf(winners: readonly Ranked[], lines: readonly Line[], output: Output): string | undefined {
  const best = winners[0]?.hit.rule;
  const inOrder = winners.map(({ hit }) => hit).filter(({ rule }) => rule === best);
  inOrder.sort((one, other) => one.at - other.at);
  const others = winners.map(({ hit }) => hit).filter(({ rule }) => rule !== best);
  const direct = inOrder.filter(({ subject }) => subject !== undefined);
  for (const hit of [...direct, ...inOrder, ...others].slice(0, SUBJECT_HITS_MAX)) {
    const found = hit.subject ?? findSubject(hit.rule.subject, placeOf(hit));
    const normal = found === undefined ? undefined : normalSubject(found, hit.rule, output.context?.root);
    if (normal !== undefined && !isNothing(normal)) return normal;
  }
  return undefined;

  function placeOf(hit: Hit): Parameters<typeof findSubject>[1] {
    return { lines, at: hit.at, tool: output.tool };
  }
}

/** Classes that end by waiting; only for them a time to try again is looked for. */
export const WAITING: readonly FailureClass[] = ["rate_limit", "overloaded", "budget"];
