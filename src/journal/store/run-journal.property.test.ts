import fc from "fast-check";
import { expect, test } from "vitest";
import type { LedgerRun } from "../conformance/conformance-kit.ts";
import { type LedgerEvent, type LedgerInput, ledgerRules } from "../conformance/ledger-rules.ts";
import type { MemoryDisk } from "../memory/memory-disk.ts";
import { memoryRuns } from "../memory/memory-store.ts";
import type { JournalRecord } from "../rules.ts";
import type { Runs } from "../runs.ts";

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

/** The run, what it acknowledged, and what it handed out, over any number of crashes. */
class World {
  readonly #disks = new Map<string, MemoryDisk>();
  readonly #acknowledged = new Map<number, string | null>();
  readonly #handed: string[] = [];
  #clockMs = 1_000;
  #seed: number;
  #runs: Runs = memoryRuns(this.#disks);
  #run: LedgerRun | null = null;

  constructor(seed: number) {
    this.#seed = seed;
  }

  async play(step: Act): Promise<void> {
    if (step.do === "submit") await this.#submit(step.inputs);
    else if (step.do === "crash") await this.#crash();
    else await this.#fail(step.inputs);
  }

  async check(): Promise<void> {
    if (this.#run === null) return;
    const records: JournalRecord<LedgerInput, LedgerEvent>[] = [];
    for await (const record of this.#runs.read<LedgerInput, LedgerEvent>("r", 1)) records.push(record);
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, place) => place + 1));
    for (const [seq, known] of this.#acknowledged) expect(records[seq - 1]?.key).toBe(known);
    const keys = records.flatMap((record) => record.key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(this.#handed).size).toBe(this.#handed.length);
    expect(records.every(({ at }, place) => at >= (records[place - 1]?.at ?? 0))).toBe(true);
  }

  async #submit(inputs: Extract<Act, { do: "submit" }>["inputs"]): Promise<void> {
    const run = await this.#opened();
    const results = await Promise.allSettled(inputs.map((each) => run.submit(each.input, each.key)));
    for (const [place, result] of results.entries()) {
      const submitted = inputs[place];
      if (result.status === "rejected") expect(submitted?.input.type).toBe("stumble");
      else if (submitted?.key !== undefined) this.#acknowledged.set(result.value.seq, submitted.key);
    }
  }

  /** Nothing is closed: another process begins on what the disk holds, and must find the very state that was live. */
  async #crash(): Promise<void> {
    const before = this.#run && structuredClone(await this.#run.state());
    this.#runs = memoryRuns(this.#disks);
    this.#run = null;
    if (before !== null) expect(await (await this.#opened()).state()).toEqual(before);
  }

  async #fail(inputs: readonly LedgerInput[]): Promise<void> {
    const run = await this.#opened();
    const disk = this.#disks.get("r");
    if (disk === undefined) throw new Error("an open run has no disk");
    const [before, rows] = [structuredClone(await run.state()), disk.rows.length];
    disk.fault = "disk_full";
    await Promise.allSettled(inputs.map((each) => run.submit(each)));
    disk.fault = null;
    expect(await run.state()).toEqual(before);
    expect(disk.rows.length).toBe(rows);
  }

  async #opened(): Promise<LedgerRun> {
    if (this.#run !== null) return this.#run;
    const lease = await this.#runs.lease("r");
    if ("heldBy" in lease) throw new Error("two at once");
    this.#run = await this.#runs.open(lease, {
      rules: ledgerRules,
      snapshotFloorBytes: 300,
      now: () => {
        this.#clockMs += (this.#seed++ % 7) - 2;
        return this.#clockMs;
      },
      dice: () => Math.abs(Math.sin(this.#seed++)) % 1,
      onCommitted: (_record, effects) => this.#handed.push(...effects.map((effect) => effect.key)),
    });
    return this.#run;
  }
}
