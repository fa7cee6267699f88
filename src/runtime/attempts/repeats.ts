/**
 * Counts the calls of tools that an attempt repeats, since it last made something new: a call that changes something and
 * was not made before. Reports when that is more than its agent may; whether it is stopped is decided by the engine. What
 * is kept is bounded, however much an agent calls. A Reeve that comes back begins to count anew.
 */
import type { AttemptId } from "../../domain/work/attempt.ts";
import { spinsBy } from "../../engine/attempt/spinning.ts";
import type { Input } from "../../engine/input.ts";

export interface Call {
  readonly name: string;
  readonly input: string;
  /** It changes something, as far as its name tells. */
  readonly changes: boolean;
}

export interface RepeatsOptions {
  /** Of the attempt's agent; 0: nothing is counted. */
  readonly limitOf: (attempt: AttemptId) => number;
  readonly report: (input: Input) => void;
}

interface Counted {
  same: Map<string, number>;
  alike: Map<string, number>;
  /** Changes that were made before. */
  readonly made: Set<string>;
}

/** Of so many different calls, nobody knows any more which were made before. */
const KNOWN_MAX = 2_000;
const INPUT_MAX = 500;

export class Repeats {
  readonly #options: RepeatsOptions;
  readonly #attempts = new Map<AttemptId, Counted>();

  constructor(options: RepeatsOptions) {
    this.#options = options;
  }

  call(attempt: AttemptId, { name, input, changes }: Call): void {
    const limit = this.#options.limitOf(attempt);
    if (limit === 0) return;
    const counted = this.#of(attempt);
    const key = `${name} ${input.slice(0, INPUT_MAX).replaceAll(/\s+/g, " ").trim()}`;
    if (changes && isNew(counted, key)) return;
    const same = count(counted.same, key);
    const alike = count(counted.alike, key.replaceAll(/\d+/g, "0"));
    if (spinsBy({ same, alike }, limit) === null) return;
    forget(counted);
    this.#options.report({
      type: "calls_repeated",
      attempt,
      tool: name,
      input: input.slice(0, INPUT_MAX),
      same,
      alike,
    });
  }

  end(attempt: AttemptId): void {
    this.#attempts.delete(attempt);
  }

  #of(attempt: AttemptId): Counted {
    const counted = this.#attempts.get(attempt) ?? { same: new Map(), alike: new Map(), made: new Set<string>() };
    this.#attempts.set(attempt, counted);
    return counted;
  }
}

/** Something new was made: whatever was repeated before led to it. */
function isNew(counted: Counted, key: string): boolean {
  if (counted.made.has(key)) return false;
  if (counted.made.size >= KNOWN_MAX) counted.made.clear();
  counted.made.add(key);
  forget(counted);
  return true;
}

function forget(counted: Counted): void {
  counted.same.clear();
  counted.alike.clear();
}

function count(counts: Map<string, number>, key: string): number {
  if (counts.size >= KNOWN_MAX && !counts.has(key)) counts.clear();
  const times = (counts.get(key) ?? 0) + 1;
  counts.set(key, times);
  return times;
}
