/**
 * An output read to the end: its lines, what the rules found in them, what the words say, the class these come to, and the
 * thing it is about. All that an answer rests on, so that it can be explained; the answer itself is `classify.ts`.
 */
import type { FailureClass } from "../../domain/proof/failure.ts";
import { aboutWhat } from "./about/about-what.ts";
import type { Told } from "./about/candidates.ts";
import type { SignWeights } from "./about/rank-subject.ts";
import { isNothing, type Named, readEntities } from "./entities/read-entities.ts";
import { findHits, type Hit, prepare, type ReadyRules } from "./hits.ts";
import { inPairs, type Line, readLines } from "./lines.ts";
import { RULES } from "./rules/table.ts";
import { findSubject, normalSubject } from "./subject.ts";
import { unlessPersonNeeded } from "./weighing/needs-a-person.ts";
import { unlessOfTheWork } from "./weighing/own-files.ts";
import { type Ranked, rank } from "./weighing/score.ts";
import { type Weighed, weigh } from "./weighing/weigh.ts";
import { asInstalled } from "./weighing/while-installing.ts";
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
  /** What the subject was chosen by. */
  readonly told: Told;
  readonly named: readonly Named[];
  readonly subject: string | undefined;
  /** Why that subject. */
  readonly subjectBecause: string;
}

/** What to read by: the words may be others than those shipped, to measure what they are worth. */
export interface Tables {
  readonly user?: ReadyRules | undefined;
  readonly words?: ClassWords | undefined;
  readonly subjects?: SignWeights | undefined;
}

const OWN_RULES = prepare(RULES);

export function readOutput(output: Output, tables: Tables = {}): Reading {
  const lines = readLines(output.text);
  const ranked = rankedIn(lines, output, tables.user);
  const likely = likelyClasses(lines, output, tables.words);
  if (isSaid(ranked)) return read(ranked, likely, lines, output, tables);
  // Terminals break long lines: what no line says, two of them may say together.
  const pairs = inPairs(lines);
  const second = rankedIn(pairs, output, tables.user);
  return isSaid(second) ? read(second, likely, pairs, output, tables) : read(ranked, likely, lines, output, tables);
}

/** By the output itself, not only by which tool it came from. */
function isSaid(ranked: readonly Ranked[]): boolean {
  return ranked.some(({ hit }) => hit.rule.strength !== "guess");
}

function rankedIn(lines: readonly Line[], output: Output, userRules: ReadyRules | undefined): readonly Ranked[] {
  const own = userRules === undefined ? [] : findHits(lines, output, userRules);
  return rank([...own, ...findHits(lines, output, OWN_RULES)], lines);
}

function read(
  ranked: readonly Ranked[],
  likely: Likely,
  lines: readonly Line[],
  output: Output,
  tables: Tables,
): Reading {
  const first = weigh(ranked, likely);
  const weighed = asInstalled(first, lines, output.tool ?? undefined);
  const winners = ranked.filter(({ hit }) => hit.rule.class === first.class);
  const ruledLines = winners.map(({ hit }) => hit.at).filter((at) => at >= 0);
  const telling = ruledLines.length > 0 ? ruledLines : linesByWords(likely, weighed.class, lines);
  const told: Told = {
    ...{ class: weighed.class, restart: weighed.restart, lines, telling },
    named: readEntities(lines, output.context?.root),
    ...subjectOf(winners, lines, output),
    byUser: weighed.best?.hit.rule.strength === "user",
    root: output.context?.root,
    tool: output.tool?.toLowerCase(),
  };
  const { named, subject: chosen, because } = aboutWhat(told, tables.subjects);
  const subject = chosen?.slice(0, SUBJECT_LENGTH_MAX).trim() || undefined;
  const owned = unlessOfTheWork(ofPrograms(weighed, subject, lines), lines, telling);
  const settled = unlessPersonNeeded(owned, lines, telling);
  return { lines, ranked, likely, weighed: settled, telling, told, named, subject, subjectBecause: because };
}

/** A missing file that something tried to run is a program; nobody but a person installs one. */
function ofPrograms(weighed: Weighed, subject: string | undefined, lines: readonly Line[]): Weighed {
  if (weighed.class !== "file_not_found" || weighed.restart !== "persistent") return weighed;
  if (subject === undefined || !/^[\w+-]+$/.test(subject) || !lines.some(({ lower }) => RUN.test(lower)))
    return weighed;
  return {
    ...weighed,
    restart: "terminal",
    because: [...weighed.because, `${subject} was to be run, so it is a program`],
  };
}

const RUN =
  /\b(?:subprocess|child_process|_execute_child|posix_spawn|spawn(?:sync)?|execvp?|execve|popen\w*|processbuilder|exec\.command|process\.start|(?:failed|unable|could not) (?:to )?(?:run|execute|spawn)|command could not be found)\b/;

/** Where no rule points to a line: those whose words spoke, else the last ones. */
function linesByWords(likely: Likely, of: FailureClass, lines: readonly Line[]): readonly number[] {
  const found = likely.linesOf(of);
  return found.length > 0 ? found : lines.map((_, at) => at).slice(-3);
}

/** What a thousand like lines do not name, the next will not either. */
const SUBJECT_HITS_MAX = 200;
const SUBJECT_LENGTH_MAX = 200;

/** What the best hit names; else what another of its class names. Of equal rules the first line: later ones follow from it. */
function subjectOf(
  winners: readonly Ranked[],
  lines: readonly Line[],
  output: Output,
): Pick<Told, "ruled" | "ruledHow"> {
  const best = winners[0]?.hit.rule;
  const inOrder = winners.map(({ hit }) => hit).filter(({ rule }) => rule === best);
  inOrder.sort((one, other) => one.at - other.at);
  const others = winners.map(({ hit }) => hit).filter(({ rule }) => rule !== best);
  const direct = inOrder.filter(({ subject }) => subject !== undefined);
  for (const hit of [...direct, ...inOrder, ...others].slice(0, SUBJECT_HITS_MAX)) {
    const found = hit.subject ?? findSubject(hit.rule.subject, placeOf(hit));
    const normal = found === undefined ? undefined : normalSubject(found, hit.rule, output.context?.root);
    const isPlain = hit.subject !== undefined && hit.rule.strength === "certain";
    if (normal !== undefined && (isPlain || !isNothing(normal)))
      return { ruled: normal, ruledHow: `${hit.rule.strength} ${hit.subject === undefined ? "near" : "named"}` };
  }
  return { ruled: undefined, ruledHow: "" };

  function placeOf(hit: Hit): Parameters<typeof findSubject>[1] {
    return { lines, at: hit.at, tool: output.tool };
  }
}

/** Classes that end by waiting; only for them a time to try again is looked for. */
export const WAITING: readonly FailureClass[] = ["rate_limit", "overloaded", "budget"];
