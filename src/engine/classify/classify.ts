/**
 * What a failed output means: one class, the restart it deserves, its subject, when to try again, and the lines that say
 * so. Deterministic, without a model, in time linear in the output. It never decides what to do about it.
 */
import type { FailureClass, RestartKind } from "../../domain/proof/failure.ts";
import { evidenceOf } from "./evidence.ts";
import { findHits, type Hit, prepare, type ReadyRules } from "./hits.ts";
import { inPairs, type Line, readLines } from "./lines.ts";
import { findRetry, type RetryFound } from "./retry.ts";
import { DEFAULT_RESTARTS } from "./rule.ts";
import { RULES } from "./rules/table.ts";
import { type Ranked, rank } from "./score.ts";
import { findSubject, normalSubject } from "./subject.ts";

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
  if (isSaid(ranked)) return told(ranked, lines, output);
  // Terminals break long lines: what no line says, two of them may say together.
  const pairs = inPairs(lines);
  const second = rankedIn(pairs, output, userRules);
  if (isSaid(second)) return told(second, pairs, output);
  return ranked.length > 0 ? told(ranked, lines, output) : nothingFound(lines);
}

/** By the output itself, not only by which tool it came from. */
function isSaid(ranked: readonly Ranked[]): boolean {
  return ranked.some(({ hit }) => hit.rule.strength !== "guess");
}

function rankedIn(lines: readonly Line[], output: Output, userRules: ReadyRules | undefined): readonly Ranked[] {
  const own = userRules === undefined ? [] : findHits(lines, output, userRules);
  return rank([...own, ...findHits(lines, output, OWN_RULES)], lines);
}

function told(ranked: readonly Ranked[], lines: readonly Line[], output: Output): Classified {
  const best = ranked[0];
  if (best === undefined) return nothingFound(lines);
  const winners = ranked.filter(({ hit }) => hit.rule.class === best.hit.rule.class);
  const retry = WAITING.includes(best.hit.rule.class) ? (findRetry(lines) ?? null) : null;
  return {
    class: best.hit.rule.class,
    restart: best.hit.rule.restart ?? DEFAULT_RESTARTS[best.hit.rule.class],
    subject: subjectOf(winners, lines, output) ?? null,
    retryAfterS: retry?.kind === "in" ? retry.seconds : null,
    retry,
    evidence: evidenceOf(
      winners.map(({ hit }) => hit.at),
      lines,
    ),
    confidence: confidenceOf(best, ranked),
    ...(best.hit.rule.strength === "user" && { byUser: true }),
  };
}

function nothingFound(lines: readonly Line[]): Classified {
  const last = lines.map((_, index) => index).slice(-3);
  return {
    class: "unknown",
    restart: DEFAULT_RESTARTS.unknown,
    subject: null,
    retryAfterS: null,
    retry: null,
    evidence: evidenceOf(last, lines),
    confidence: 0,
  };
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

/** How strong the best is, and how far ahead of the best of another class. */
function confidenceOf(best: Ranked, ranked: readonly Ranked[]): number {
  const rival = ranked.find(({ hit }) => hit.rule.class !== best.hit.rule.class)?.score ?? 0;
  const lead = Math.min(1, Math.max(0, best.score - rival) / 30);
  const strength = Math.min(1, Math.max(0.1, best.score / 100));
  return Math.round(strength * (0.6 + 0.4 * lead) * 100) / 100;
}
