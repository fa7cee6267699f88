/** The port over a store that answers late and is sometimes away: what a database needs, without one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { journalConformance } from "../../src/journal/conformance/conformance.ts";
import type { LedgerRun, RunsUnderTest } from "../../src/journal/conformance/conformance-kit.ts";
import { type LedgerInput, ledgerRules } from "../../src/journal/conformance/ledger-rules.ts";
import { JournalError } from "../../src/journal/journal-error.ts";
import type { MemoryDisks } from "../../src/journal/memory/memory-store.ts";
import type { Patience, Runs } from "../../src/journal/runs.ts";
import type { RunStore } from "../../src/journal/store/run-store.ts";
import { runsOver } from "../../src/journal/store/runs-over.ts";
import { away, CALM, slowStore } from "./slow-store.ts";

for (const { name, check } of journalConformance) {
  test(name, async (context) => {
    // The cases know no test runner: what does not hold is thrown.
    const reason = await check(slow());
    if (reason !== undefined) context.skip(reason);
    expect(reason).toBeUndefined();
  });
}

test("a write whose acknowledgement was lost is found again and not made twice", async () => {
  const disks: MemoryDisks = new Map();
  const store = slowStore(disks, CALM);
  let losing = 1;
  const writer: RunStore["writer"] = async (run, opening) => {
    const real = await store.writer(run, opening);
    const write: typeof real.write = async (batch) => {
      await real.write(batch);
      if (losing-- > 0) throw away();
    };
    return { ...real, write };
  };
  const { run, effects } = await openedOver(runsOver({ ...store, writer }));
  expect((await run.submit(add(5))).answer.sum).toBe(5);
  expect((await run.submit(add(1))).answer.sum).toBe(6);
  expect(disks.get("r")?.rows).toHaveLength(2);
  expect(effects).toEqual(["r:1:0", "r:2:0"]);
});

test("while a write is on its way nobody sees a state that is ahead of the store", async () => {
  const disks: MemoryDisks = new Map();
  const { run } = await openedOver(runsOver(slowStore(disks, CALM)));
  const looks: [number, number][] = [];
  const submits = [1, 2, 3].map((amount) => run.submit(add(amount)));
  for (let look = 0; look < 20; look += 1) {
    const { entries } = await run.state();
    looks.push([entries, disks.get("r")?.rows.length ?? 0]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(submits);
  for (const [entries, rows] of looks) expect(entries).toBeLessThanOrEqual(rows);
  expect((await run.state()).sum).toBe(6);
});

test("what is being written when a run is closed becomes durable, and its effects are left to the next owner", async () => {
  const disks: MemoryDisks = new Map();
  const { run, effects } = await openedOver(runsOver(slowStore(disks, CALM)));
  const submitted = run.submit(add(1));
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const late = run.submit(add(2));
  await Promise.all([run.close(), expect(late).rejects.toMatchObject({ kind: "closed" })]);
  expect((await submitted).seq).toBe(1);
  expect(disks.get("r")?.rows).toHaveLength(1);
  expect(effects).toEqual([]);
});

test("a run can be closed while its store is away", async () => {
  const disks: MemoryDisks = new Map();
  const patience: Patience = { boundMs: 3_600_000 };
  const { run } = await openedOver(runsOver(slowStore(disks, CALM)), patience);
  for (const disk of disks.values()) disk.fault = "away";
  const submitted = expect(run.submit(add(1))).rejects.toMatchObject({ kind: "away" });
  await new Promise((resolve) => setImmediate(resolve));
  await run.close();
  await submitted;
});

type Act =
  | { readonly do: "submit"; readonly amounts: readonly number[] }
  | { readonly do: "post"; readonly amount: number }
  | { readonly do: "steal" }
  | { readonly do: "stale"; readonly amount: number };

const amount = fc.integer({ min: 1, max: 9 });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("submit" as const),
      amounts: fc.array(amount, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("post" as const), amount }) },
  { weight: 1, arbitrary: fc.constant({ do: "steal" as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("stale" as const), amount }) },
);

test("however often the store is away and the run changes hands: what was acknowledged counts once, and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), fc.nat(), async (acts, seed) => {
      const disks: MemoryDisks = new Map();
      const runs = runsOver(slowStore(disks, { seed, awayShare: 0.2 }));
      let { run, release } = await openedOver(runs);
      let stale: LedgerRun | null = null;
      let [sum, posted] = [0, 0];
      for (const each of acts) {
        if (each.do === "submit") {
          await Promise.all(each.amounts.map((value) => run.submit(add(value))));
          sum += each.amounts.reduce((total, value) => total + value, 0);
        } else if (each.do === "post") {
          posted += 1;
          await again(() =>
            runs.post("r", { sender: "s", number: posted, at: 1, from: "a test", input: add(each.amount) }),
          );
          sum += each.amount;
        } else if (each.do === "steal") {
          await release();
          stale = run;
          ({ run, release } = await openedOver(runs));
        } else if (stale !== null) {
          await expect(stale.submit(add(each.amount))).rejects.toMatchObject({ kind: "superseded" });
        }
      }
      await run.close();
      await release();
      const last = await openedOver(runs);
      const owner = await drained(runs, last.run);
      expect((await owner.state()).sum).toBe(sum);
      expect((await again(() => runs.state("r", ledgerRules))).state.sum).toBe(sum);
    }),
    { numRuns: 60 },
  );
});

/** Mail that found the store away is tried again a second later; here the next owner takes it at once. */
async function drained(runs: Runs, run: LedgerRun): Promise<LedgerRun> {
  let owner = run;
  for (;;) {
    await owner.serveMail();
    if ((await again(() => runs.waiting("r"))).length === 0) return owner;
    await owner.close();
    owner = (await openedOver(runs, PATIENT, true)).run;
  }
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof JournalError && error.kind === "away")) throw error;
    }
  }
}

/** Sleeps no longer than a turn. */
const PATIENT: Patience = {
  boundMs: 1e12,
  clock: { now: () => 0, sleep: () => new Promise((resolve) => setImmediate(resolve)) },
};

async function openedOver(runs: Runs, patience: Patience = PATIENT, stolen = false) {
  const effects: string[] = [];
  const lease = stolen ? { run: "r", release: async () => {} } : await runs.lease("r");
  if ("heldBy" in lease) throw new Error("held");
  const run: LedgerRun = await runs.open(lease, {
    rules: ledgerRules,
    now: () => 1,
    dice: () => 0.5,
    snapshotFloorBytes: 500,
    patience,
    onCommitted: (_record, handed) => effects.push(...handed.map(({ key }) => key)),
  });
  return { run, effects, release: lease.release };
}

function add(value: number): LedgerInput {
  return { type: "add", amounts: [value] };
}

function slow(): RunsUnderTest {
  const disks: MemoryDisks = new Map();
  let runs = runsOver(slowStore(disks, CALM));
  return {
    runs: () => runs,
    crash: () => {
      runs = runsOver(slowStore(disks, CALM));
    },
    fault(kind) {
      for (const disk of disks.values()) disk.fault = kind;
      return () => {
        for (const disk of disks.values()) disk.fault = null;
      };
    },
    dispose: async () => {},
  };
}
