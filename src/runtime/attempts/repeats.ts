/**
 * Counts the calls of tools that an attempt repeats, since it last made something new: a call that changes something and was not
 * made before, or a result that shows how something gets on. Calls are compared with numbers, times, ids and temporary files
 * folded. Reports when that is more than its agent may; whether it is stopped is decided by the engine. What is kept is bounded,
 * however much an agent calls. A Reeve that comes back begins to count anew.
 */
import type { AttemptId } from "../../domain/work/attempt.ts";
import { spinsBy } from "../../engine/attempt/spinning.ts";
import type { Input } from "../../engine/input.ts";
import { foldedCall, foldedResult, progressIn } from "./near-identical.ts";

export interface Call {
  readonly name: string;
  readonly input: string;
  /** It changes something, as far as its name tells. */
  readonly changes: boolean;
}

export interface Result {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
}

export interface RepeatsOptions {
  /** Of the attempt's agent; 0: nothing is counted. */
  readonly limitOf: (attempt: AttemptId) => number;
  readonly report: (input: Input) => void;
}

interface Counted {
  /** Calls with one input; what they said anew since makes them begin again. */
  readonly same: Map<string, number>;
  /** Calls with nearly one input, and those of them that failed in the same way. */
  readonly alike: Map<string, number>;
  readonly failed: Map<string, number>;
  /** What calls said before, and how far they had got. */
  readonly said: Set<string>;
  readonly got: Map<string, number>;
  /** Changes that were made before. */
  readonly made: Set<string>;
  /** Calls whose result is not there yet, the oldest first. */
  waiting: readonly Made[];
}

interface Made {
  readonly name: string;
  readonly input: string;
  readonly key: string;
  readonly folded: string;
}

/** Of so many different calls, nobody knows any more which were made before. */
const KNOWN_MAX = 2_000;
const INPUT_MAX = 500;
const RESULT_MAX = 4_000;
const WAITING_MAX = 50;

export class Repeats {
  readonly #options: RepeatsOptions;
  readonly #attempts = new Map<AttemptId, Counted>();

  constructor(options: RepeatsOptions) {
    this.#options = options;
  }

  call(attempt: AttemptId, { name, input, changes }: Call): void {
    if (this.#options.limitOf(attempt) === 0) return;
    const counted = this.#of(attempt);
    const line = input.slice(0, INPUT_MAX).replaceAll(/\s+/g, " ").trim();
    const call = { name, input: line, key: `${name} ${line}`, folded: `${name} ${foldedCall(line)}` };
    counted.waiting = [...counted.waiting, call].slice(-WAITING_MAX);
    if (changes && isNew(counted, call.key)) return;
    this.#judge(attempt, call, count(counted.same, call.key), count(counted.alike, call.folded));
  }

  /** What came of a call: that it gets on, or that it failed as before though it was made a little otherwise. */
  result(attempt: AttemptId, { name, ok, text }: Result): void {
    const counted = this.#attempts.get(attempt);
    const at = counted?.waiting.findIndex((call) => call.name === name) ?? -1;
    const call = counted?.waiting[Math.max(at, 0)];
    if (!counted || !call) return;
    counted.waiting = counted.waiting.filter((each) => each !== call);
    const said = text.slice(-RESULT_MAX);
    const progress = progressIn(said);
    if (ok && progress !== null && progress > (counted.got.get(call.folded) ?? -1)) {
      if (counted.got.size >= KNOWN_MAX) counted.got.clear();
      counted.got.set(call.folded, progress);
      return forget(counted);
    }
    const result = `${call.folded} ${foldedResult(said, ok)}`;
    // It said something new, so counting begins again with it.
    if (remember(counted.said, result) && ok) counted.same.set(call.key, 1);
    else if (!ok) this.#judge(attempt, call, count(counted.failed, result), counted.alike.get(call.folded) ?? 0);
  }

  end(attempt: AttemptId): void {
    this.#attempts.delete(attempt);
  }

  #judge(attempt: AttemptId, { name, input }: Made, same: number, alike: number): void {
    if (spinsBy({ same, alike }, this.#options.limitOf(attempt)) === null) return;
    forget(this.#of(attempt));
    this.#options.report({ type: "calls_repeated", attempt, tool: name, input, same, alike });
  }

  #of(attempt: AttemptId): Counted {
    const counted = this.#attempts.get(attempt) ?? {
      ...{ same: new Map(), alike: new Map(), failed: new Map(), got: new Map() },
      ...{ said: new Set<string>(), made: new Set<string>(), waiting: [] },
    };
    this.#attempts.set(attempt, counted);
    return counted;
  }
}

/** Something new was made: whatever was repeated before led to it. */
function isNew(counted: Counted, key: string): boolean {
  if (!remember(counted.made, key)) return false;
  forget(counted);
  return true;
}

function forget({ same, alike, failed }: Counted): void {
  same.clear();
  alike.clear();
  failed.clear();
}

/** False: it was known. */
function remember(known: Set<string>, text: string): boolean {
  if (known.has(text)) return false;
  if (known.size >= KNOWN_MAX) known.clear();
  known.add(text);
  return true;
}

function count(counts: Map<string, number>, key: string): number {
  if (counts.size >= KNOWN_MAX && !counts.has(key)) counts.clear();
  const times = (counts.get(key) ?? 0) + 1;
  counts.set(key, times);
  return times;
}
