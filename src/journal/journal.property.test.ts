import fc from "fast-check";
import { expect, test } from "vitest";
import type { JournalRecord } from "./journal.ts";
import {
  type Ledger,
  type LedgerAnswer,
  type LedgerEffect,
  type LedgerEvent,
  type LedgerInput,
  ledgerEngine,
} from "./ledger-engine.ts";
import { MemoryJournal } from "./memory-journal.ts";
import type { MemoryDisk } from "./memory-store.ts";

type Act =
  | {
      readonly do: "submit";
      readonly inputs: readonly { readonly input: LedgerInput; readonly key: string | undefined }[];
    }
  | { readonly do: "crash" }
  | { readonly do: "fail"; readonly inputs: readonly LedgerInput[] };

const input: fc.Arbitrary<LedgerInput> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("add" as const),
      amounts: fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 3 }),
      note: fc.string({ unit: "binary" }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("claim" as const),
      thing: fc.constantFrom("a", "b", "c"),
      by: fc.constantFrom("x", "y"),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: "look" as const }) },
  { weight: 1, arbitrary: fc.constant({ type: "stumble" as const }) },
);
const key = fc.option(fc.constantFrom("k1", "k2", "k3", "k4", "k5", "k6"), { nil: undefined });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("submit" as const),
      inputs: fc.array(fc.record({ input, key }), { minLength: 1, maxLength: 8 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: "crash" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("fail" as const), inputs: fc.array(input, { minLength: 1, maxLength: 3 }) }),
  },
);

test("whatever is submitted, crashes and fails: acknowledged records stay, replay equals the live state, keys count once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), fc.integer(), async (acts, seed) => {
      const world = new World(seed);
      for (const step of acts) await world.play(step);
      await world.check();
    }),
    { numRuns: 300 },
  );
});

/** The journal, what it acknowledged, and what it handed out, over any number of crashes. */
class World {
  readonly #disks = new Map<string, MemoryDisk>();
  readonly #acknowledged = new Map<number, string | null>();
  readonly #handed: string[] = [];
  #clockMs = 1_000;
  #seed: number;
  #journal: MemoryJournal<Ledger, LedgerInput, LedgerEvent, LedgerEffect, LedgerAnswer>;

  constructor(seed: number) {
    this.#seed = seed;
    this.#journal = this.#opened();
  }

  async play(step: Act): Promise<void> {
    if (step.do === "submit") await this.#submit(step.inputs);
    else if (step.do === "crash") await this.#crash();
    else await this.#fail(step.inputs);
  }

  async check(): Promise<void> {
    if (!this.#disks.has("r")) return;
    const records: JournalRecord<LedgerInput, LedgerEvent>[] = [];
    for await (const record of this.#journal.read("r", 1)) records.push(record);
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, place) => place + 1));
    for (const [seq, known] of this.#acknowledged) expect(records[seq - 1]?.key).toBe(known);
    const keys = records.flatMap((record) => record.key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(this.#handed).size).toBe(this.#handed.length);
    expect(records.every(({ at }, place) => at >= (records[place - 1]?.at ?? 0))).toBe(true);
  }

  async #submit(inputs: Extract<Act, { do: "submit" }>["inputs"]): Promise<void> {
    const results = await Promise.allSettled(inputs.map((each) => this.#journal.submit("r", each.input, each.key)));
    for (const [place, result] of results.entries()) {
      const submitted = inputs[place];
      if (result.status === "rejected") expect(submitted?.input.type).toBe("stumble");
      else if (submitted?.key !== undefined) this.#acknowledged.set(result.value.seq, submitted.key);
    }
  }

  /** Nothing is closed: a new journal begins on what the disk holds, and must find the very state that was live. */
  async #crash(): Promise<void> {
    const before = this.#disks.has("r") ? structuredClone(await this.#journal.state("r")) : null;
    this.#journal = this.#opened();
    if (before !== null) expect(await this.#journal.state("r")).toEqual(before);
  }

  async #fail(inputs: readonly LedgerInput[]): Promise<void> {
    const disk = this.#disks.get("r");
    if (disk === undefined) return;
    const [before, rows] = [structuredClone(await this.#journal.state("r")), disk.rows.length];
    disk.fault = "disk_full";
    await Promise.allSettled(inputs.map((each) => this.#journal.submit("r", each)));
    disk.fault = null;
    expect(await this.#journal.state("r")).toEqual(before);
    expect(disk.rows.length).toBe(rows);
  }

  #opened(): MemoryJournal<Ledger, LedgerInput, LedgerEvent, LedgerEffect, LedgerAnswer> {
    return new MemoryJournal({
      engine: ledgerEngine,
      disks: this.#disks,
      snapshotFloorBytes: 300,
      now: () => {
        this.#clockMs += (this.#seed++ % 7) - 2;
        return this.#clockMs;
      },
      dice: () => Math.abs(Math.sin(this.#seed++)) % 1,
      onCommitted: (_run, _record, effects) => this.#handed.push(...effects.map((effect) => effect.key)),
    });
  }
}
