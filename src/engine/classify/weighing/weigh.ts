/**
 * From what the rules found and what the words say to one class. Rules count by their best hit, words by how likely they
 * make a class. Signs of an account come first: payment, then authorisation, then quota and rate, before any class of the
 * tool that prints them. What only a person can mend is never called something that passes.
 */
import type { FailureClass, RestartKind } from "../../../domain/proof/failure.ts";
import { DEFAULT_RESTARTS, STRENGTHS } from "../rule.ts";
import type { Likely } from "../words/likely.ts";
import { ACCOUNT_SCORE_MIN, accountOf } from "./account-first.ts";
import { comesFrom } from "./comes-from.ts";
import type { Ranked } from "./score.ts";

export interface Weighed {
  readonly class: FailureClass;
  readonly restart: RestartKind;
  /** Of the class: 0 to 1, as the rules and words together have it; not yet calibrated. */
  readonly share: number;
  /** The best rule of the class, if any speaks for it. */
  readonly best: Ranked | undefined;
  /** Why, one sentence per step. */
  readonly because: readonly string[];
}

/** How much a certain rule counts against the words: as much as they would by e to this power. */
const RULE_WEIGHT = 7;
/** What nothing else prints counts more than the step from strong to certain would say. */
const CERTAIN_WEIGHT = 2;
/** What words say counts more than their own shares: a table that was taught carefully says less than it knows. */
const WORDS_WEIGHT = 2;
const SHARE_LOG_MIN = -8;
/** Words alone never outvote what nothing else prints; another rule with words may. */
const CERTAIN_LOG_MIN = -4;
/** Without a rule, words must say at least this much; else it is unknown. */
const WORDS_ALONE_MIN = 0.22;
/** From here on what words alone call passing may need a person. */
const MAYBE_TERMINAL = 0.25;

/** Below this share nobody waits for something to pass that only sounds like it. */
const PASSING_MIN = 0.6;

export function weigh(ranked: readonly Ranked[], likely: Likely): Weighed {
  const best = bestOf(ranked);
  const user = ranked.find(({ hit }) => hit.rule.strength === "user");
  if (user) return whole(user.hit.rule.class, 1, user, ["a rule of reeve.yaml says so"], likely);
  const scores = scored(best, likely);
  const [first] = scores;
  if (first === undefined) return whole("unknown", 0, undefined, ["nothing in it says anything"], likely);
  const account = accountOf(best, first.class);
  if (account !== undefined)
    return whole(
      account.hit.rule.class,
      0.9,
      account,
      [`a sign of an account (${account.hit.rule.class}) comes before ${first.class}`],
      likely,
    );
  const inner = comesFrom(best, first.class);
  if (inner !== undefined)
    return whole(
      inner.hit.rule.class,
      first.share,
      inner,
      [`${inner.hit.rule.class} is what ${first.class} comes from`],
      likely,
    );
  const ruled = best.get(first.class);
  if (ruled === undefined && first.share < WORDS_ALONE_MIN)
    return whole(
      "unknown",
      first.share,
      undefined,
      [`no rule fits, and its words leave it open (${first.class} at most ${percent(first.share)})`],
      likely,
    );
  return careful(first, ruled, best, likely);
}

interface Scored {
  readonly class: FailureClass;
  readonly share: number;
}

function bestOf(ranked: readonly Ranked[]): ReadonlyMap<FailureClass, Ranked> {
  const best = new Map<FailureClass, Ranked>();
  for (const each of ranked) {
    const known = best.get(each.hit.rule.class);
    if (known === undefined || each.score > known.score) best.set(each.hit.rule.class, each);
  }
  return best;
}

/** Likeliest first; the shares add up to one. */
function scored(best: ReadonlyMap<FailureClass, Ranked>, { shares }: Likely): readonly Scored[] {
  const classes = [...new Set([...best.keys(), ...shares.keys()])];
  const raw = classes.map((of) => {
    const score = best.get(of)?.score ?? 0;
    const least = score >= STRENGTHS.certain ? CERTAIN_LOG_MIN : SHARE_LOG_MIN;
    const words = Math.max(least, shares.get(of) ?? SHARE_LOG_MIN);
    return [
      of,
      (RULE_WEIGHT * score) / 100 + (score >= STRENGTHS.certain ? CERTAIN_WEIGHT : 0) + WORDS_WEIGHT * words,
    ] as const;
  });
  const most = Math.max(...raw.map(([, score]) => score));
  const all = raw.reduce((total, [, score]) => total + Math.exp(score - most), 0);
  return raw
    .map(([of, score]) => ({ class: of, share: Math.exp(score - most) / all }))
    .toSorted((a, b) => b.share - a.share);
}

/** Where words alone say that it passes, and something terminal is nearly as likely, nobody should wait for it to pass. */
function careful(
  first: Scored,
  ruled: Ranked | undefined,
  best: ReadonlyMap<FailureClass, Ranked>,
  likely: Likely,
): Weighed {
  const because = ruled
    ? [
        `the rule of ${ruled.hit.rule.strength} strength on line ${ruled.hit.at + 1} and the words together (${percent(first.share)})`,
      ]
    : [`no rule of it fits; its words do: ${likely.because(first.class).join(", ")}`];
  const told = whole(first.class, first.share, ruled, because, likely);
  if (told.restart !== "transient") return told;
  const full = best.get("disk_full");
  if (full !== undefined && full.score >= ACCOUNT_SCORE_MIN)
    return whole("disk_full", first.share, full, [...because, "but no disk empties itself by waiting"], likely);
  const rule = ruled?.hit.rule.strength;
  if (rule === "certain") return told;
  const terminal = [...best.values()].find(
    (each) =>
      ruledRestart(each) === "terminal" &&
      // Words alone never outvote a rule that asks for a person.
      each.score >= (ruled === undefined ? STRENGTHS.hint : STRENGTHS.strong) &&
      each.score > (ruled?.score ?? 0),
  );
  const isGuess = ruled === undefined || (ruled.hit.at >= 0 && rule !== "strong" && rule !== "fair");
  if (terminal === undefined && isGuess && first.share < PASSING_MIN)
    return { ...told, restart: "unknown", because: [...because, "too unsure to wait for it to pass"] };
  return terminal === undefined
    ? told
    : whole(
        terminal.hit.rule.class,
        first.share,
        terminal,
        [...because, `but ${terminal.hit.rule.class} needs a person, so it is believed`],
        likely,
      );
}

function whole(
  of: FailureClass,
  share: number,
  best: Ranked | undefined,
  because: readonly string[],
  likely: Likely,
): Weighed {
  return { class: of, restart: restartOf(of, best, likely), share, best, because };
}

/** A rule that is sure of the class is sure of the restart; below that the words know which way of the class it is. */
function restartOf(of: FailureClass, best: Ranked | undefined, likely: Likely): RestartKind {
  const usual = DEFAULT_RESTARTS[of];
  if (of === "unknown" && best === undefined && (likely.shares.get(of) ?? SHARE_LOG_MIN) < Math.log(WORDS_ALONE_MIN))
    return usual;
  const ruled = best?.hit.rule.restart;
  if (best !== undefined && (ruled !== undefined || best.score >= STRENGTHS.strong)) return ruled ?? usual;
  const told = likely.restartOf(of) ?? usual;
  if (usual === "terminal" && told === "transient") return usual;
  // Nobody should wait for something to pass that may well need a person.
  return told === "transient" && best === undefined && likely.terminal > MAYBE_TERMINAL ? "unknown" : told;
}

function ruledRestart({ hit }: Ranked): RestartKind {
  return hit.rule.restart ?? DEFAULT_RESTARTS[hit.rule.class];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
