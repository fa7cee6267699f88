/**
 * What a failed output means: one class, the restart it deserves, its subject, when to try again, and the lines that say
 * so. Deterministic, without a model, in time linear in the output. It never decides what to do about it.
 */
import type { Entity, FailureClass, RestartKind } from "../../domain/proof/failure.ts";
import { evidenceOf } from "./evidence.ts";
import type { ReadyRules } from "./hits.ts";
import { type Output, type Reading, readOutput, type Tables, WAITING } from "./reading.ts";
import { findRetry, type RetryFound } from "./retry.ts";
import { calibrated } from "./weighing/calibrated.ts";

export type { Output } from "./reading.ts";

export interface Classified {
  readonly class: FailureClass;
  readonly restart: RestartKind;
  readonly subject: string | null;
  /** All that the telling lines name, the plainest first. */
  readonly entities: readonly Entity[];
  /** Seconds, where the output says so without naming a time of day. */
  readonly retryAfterS: number | null;
  /** All that is said about trying again; `resolveRetry` turns it into seconds. */
  readonly retry: RetryFound | null;
  readonly evidence: readonly string[];
  /** 0 to 1: so often is an answer like this one right. */
  readonly confidence: number;
  /** A rule of reeve.yaml says so. */
  readonly byUser?: true;
  /** No rule of that class fits: only its words sound like it. */
  readonly byWords?: true;
}

/** `userRules`: made ready once by `prepare(userRules(…))`; they win. */
export function classify(output: Output, userRules?: ReadyRules): Classified {
  return answerOf(readOutput(output, { user: userRules }));
}

/** With other words than those shipped; for measuring. */
export function classifyBy(output: Output, tables: Tables): Classified {
  return answerOf(readOutput(output, tables));
}

export function answerOf(reading: Reading): Classified {
  const { lines, weighed, telling, subject } = reading;
  const retry = WAITING.includes(weighed.class) ? (findRetry(lines) ?? null) : null;
  return {
    class: weighed.class,
    restart: weighed.restart,
    subject: subject ?? null,
    entities: entitiesOf(reading),
    retryAfterS: retry?.kind === "in" ? retry.seconds : null,
    retry,
    evidence: evidenceOf(telling, lines),
    confidence: weighed.best?.hit.rule.strength === "user" ? 1 : calibrated(weighed),
    ...(weighed.best?.hit.rule.strength === "user" && { byUser: true }),
    ...(!reading.ranked.some(({ hit }) => hit.rule.class === weighed.class) && { byWords: true }),
  };
}

const ENTITIES_MAX = 12;

function entitiesOf({ named, telling }: Reading): readonly Entity[] {
  const told = new Set(telling);
  const plainest = named.toSorted((a, b) => b.weight + (told.has(b.at) ? 2 : 0) - a.weight - (told.has(a.at) ? 2 : 0));
  const seen = new Map(plainest.map(({ kind, name }) => [`${kind} ${name}`, { kind, name }]));
  return [...seen.values()].slice(0, ENTITIES_MAX);
}
