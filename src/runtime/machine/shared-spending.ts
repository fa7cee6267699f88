/**
 * What the runs of a project have used, so that a day's and the project's limit hold over all of them: each run keeps one small
 * file, and reads those of the others with every beat. The journal of a run stays the truth about that run; a file that
 * cannot be read counts for nothing.
 */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dayOf } from "../../domain/spec/caps.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import { writeWholeSync } from "../../effects/files/write-whole.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";

export interface SharedSpendingOptions {
  /** One for the project; null: nobody is told, and nobody heard of. */
  readonly dir: string | null;
  readonly run: string;
  readonly now: () => number;
}

interface Kept {
  readonly day: number;
  readonly today: Usage;
  readonly total: Usage;
}

export class SharedSpending {
  readonly #options: SharedSpendingOptions;
  #written = "";
  #heard = "";
  #trouble: string | null = null;

  constructor(options: SharedSpendingOptions) {
    this.#options = options;
  }

  /** Tells the others; what is new of them comes back, for whoever shares a limit with them. */
  look({ spending, settings }: State): Input | null {
    const day = dayOf(this.#options.now());
    const today = spending.today?.day === day ? spending.today.usage : NOTHING;
    this.#trouble = null;
    this.#tell({ day, today, total: spending.usage });
    const isShared = settings.caps?.day !== undefined || settings.caps?.project !== undefined;
    return isShared ? this.#hear(day) : null;
  }

  /** Why the latest look could not tell or hear the others; null: it could. */
  trouble(): string | null {
    return this.#trouble;
  }

  #tell(kept: Kept): void {
    const { dir, run } = this.#options;
    const text = JSON.stringify(kept);
    if (dir === null || text === this.#written) return;
    try {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      writeWholeSync(join(dir, `${run}.json`), `${text}\n`, { mode: 0o600 });
      this.#written = text;
    } catch (error) {
      this.#fail("what this run used cannot be told to the project's other runs", error);
    }
  }

  #hear(day: number): Input | null {
    const { dir, run } = this.#options;
    if (dir === null) return null;
    const others = this.#namesIn(dir).filter((name) => name !== `${run}.json`);
    const kept = others.flatMap((name) => readKept(join(dir, name)) ?? []);
    const today = sum(kept.filter((each) => each.day === day).map((each) => each.today));
    const total = sum(kept.map((each) => each.total));
    const text = JSON.stringify([day, today, total]);
    if (text === this.#heard || (this.#heard === "" && total.tokens === 0 && !total.usd)) return null;
    this.#heard = text;
    return { type: "spent_elsewhere", day, today, total };
  }

  #namesIn(dir: string): readonly string[] {
    try {
      return readdirSync(dir).filter((name) => name.endsWith(".json"));
    } catch (error) {
      this.#fail("what the project's other runs used cannot be read", error);
      return [];
    }
  }

  #fail(what: string, error: unknown): void {
    this.#trouble ??= `${what}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const NOTHING: Usage = { tokens: 0, usd: 0 };

function readKept(path: string): Kept | null {
  try {
    const { day, today, total } = JSON.parse(readFileSync(path, "utf8")) as Kept;
    return [day, today.tokens, total.tokens].every(Number.isFinite) ? { day, today, total } : null;
  } catch {
    return null;
  }
}

function sum(all: readonly Usage[]): Usage {
  return {
    tokens: all.reduce((tokens, each) => tokens + each.tokens, 0),
    usd: all.reduce((usd, each) => usd + (each.usd ?? 0), 0),
  };
}
