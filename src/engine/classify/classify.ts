/**
 * What a failed output means: one class, the restart it deserves, its subject, when to try again, and the lines that say
 * so. Deterministic, without a model, in time linear in the output. It never decides what to do about it.
 */
import type { FailureClass, RestartKind } from "../../domain/failure.ts";
import { chooseSubject } from "./entities/choose-subject.ts";
import { readEntities } from "./entities/read-entities.ts";
import { calibrated } from "./calibrated.ts";
import { evidenceOf } from "./evidence.ts";
import { findHits, type Hit, prepare, type ReadyRules } from "./hits.ts";
import { inPairs, type Line, readLines } from "./lines.ts";
import { findRetry, type RetryFound } from "./retry.ts";
import { RULES } from "./rules/table.ts";
import { type Ranked, rank } from "./score.ts";
import { findSubject, normalSubject } from "./subject.ts";
import { weigh } from "./weigh.ts";
import { type Likely, likelyClasses } from "./words/likely.ts";

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

export interface Classified {
  readonly class: FailureClass;
  readonly restart: RestartKind;
  readonly subject: string | null;
  /** Seconds, where the output says so without naming a time of day. */
  readonly retryAfterS: number | null;
  /** All that is said about trying again; `resolveRetry` turns it into seconds. */
  readonly retry: RetryFound | null;
  readonly evidence: readonly string[];
  /** 0 to 1. */
  readonly confidence: number;
  /** A rule of reeve.yaml says so. */
  readonly byUser?: true;
}

/** Classes that end by waiting; only for them a time to try again is looked for. */
const WAITING: readonly FailureClass[] = ["rate_limit", "overloaded", "budget"];

/** What a thousand like lines do not name, the next will not either. */
const SUBJECT_HITS_MAX = 200;

const OWN_RULES = prepare(RULES);

/** `userRules`: made ready once by `prepare(userRules(…))`; they win. */
export function classify(output: Output, userRules?: ReadyRules): Classified {
  const lines = readLines(output.text);
  const ranked = rankedIn(lines, output, userRules);
  const likely = likelyClasses(lines, output);
  if (isSaid(ranked)) return told(ranked, likely, lines, output);
  // Terminals break long lines: what no line says, two of them may say together.
  const pairs = inPairs(lines);
  const second = rankedIn(pairs, output, userRules);
  return isSaid(second) ? told(second, likely, pairs, output) : told(ranked, likely, lines, output);
}

/** By the output itself, not only by which tool it came from. */
function isSaid(ranked: readonly Ranked[]): boolean {
  return ranked.some(({ hit }) => hit.rule.strength !== "guess");
}

function rankedIn(lines: readonly Line[], output: Output, userRules: ReadyRules | undefined): readonly Ranked[] {
  const own = userRules === undefined ? [] : findHits(lines, output, userRules);
  return rank([...own, ...findHits(lines, output, OWN_RULES)], lines);
}

function told(ranked: readonly Ranked[], likely: Likely, lines: readonly Line[], output: Output): Classified {
  const weighed = weigh(ranked, likely);
  const winners = ranked.filter(({ hit }) => hit.rule.class === weighed.class);
  const retry = WAITING.includes(weighed.class) ? (findRetry(lines) ?? null) : null;
  const telling = winners.map(({ hit }) => hit.at).filter((at) => at >= 0);
  const at = telling.length > 0 ? telling : linesWith(likely.because(weighed.class), lines);
  return {
    class: weighed.class,
    restart: weighed.restart,
    subject: aboutWhat(weighed.class, winners, at, lines, output) ?? null,
    retryAfterS: retry?.kind === "in" ? retry.seconds : null,
    retry,
    evidence: evidenceOf(at, lines),
    confidence: calibrated(weighed.share),
    ...(weighed.best?.hit.rule.strength === "user" && { byUser: true }),
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
  of: FailureClass,
  winners: readonly Ranked[],
  at: readonly number[],
  lines: readonly Line[],
  output: Output,
): string | undefined {
  const ruled = subjectOf(winners, lines, output);
  if (winners[0]?.hit.rule.strength === "user") return ruled;
  const chosen = chooseSubject(of, readEntities(lines, output.context?.root), new Set(at));
  if (chosen === undefined) return ruled;
  return chosen.score >= PLAINLY ? chosen.named.name : (ruled ?? chosen.named.name);
}

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
    if (normal !== undefined) return normal;
  }
  return undefined;

  function placeOf(hit: Hit): Parameters<typeof findSubject>[1] {
    return { lines, at: hit.at, tool: output.tool };
  }
}
