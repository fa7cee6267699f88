/** The part of the conformance suite about crashes, snapshots, failing stores and bugs. */
import assert from "node:assert/strict";
import type { JournalErrorKind } from "../journal-error.ts";
import { add, all, type ConformanceCase, type LedgerOptions, opened } from "./conformance-kit.ts";
import { type LedgerInput, ledgerRules } from "./ledger-rules.ts";

const FAULTS: readonly JournalErrorKind[] = ["disk_full", "read_only", "busy", "io", "conflict"];

export const conformanceFaults: readonly ConformanceCase[] = [
  {
    name: "after a crash every acknowledged record is there, and replay gives the state that was",
    async check(subject) {
      const before = await opened(subject, { dice: Math.random, now: () => 3 });
      for (const amount of [1, 2, 3]) await before.run.submit(add(amount, amount), `k${amount}`);
      await before.run.submit({ type: "claim", thing: "attempt", by: "a" });
      const [records, state] = [await all(before.runs), structuredClone(await before.run.state())];
      subject.crash();
      const { runs, run, effects } = await opened(subject);
      assert.deepEqual(await all(runs), records);
      assert.deepEqual(await run.state(), state);
      assert.deepEqual(effects, []);
      assert.equal((await run.submit(add(1), "k2")).seq, 2);
      assert.equal((await run.submit(add(1))).seq, 5);
    },
  },
  {
    name: "with a snapshot, opening replays only what came after it, and knows all keys",
    async check(subject) {
      const before = await opened(subject, { snapshotFloorBytes: 1_000 });
      for (let place = 1; place <= 500; place++) await before.run.submit(add(place), `k${place}`);
      const state = structuredClone(await before.run.state());
      subject.crash();
      const counted = counting();
      const { run } = await opened(subject, counted);
      assert.deepEqual(await run.state(), state);
      assert.ok(counted.evolved() < 100, `${counted.evolved()} of 500 events were replayed`);
      for (const place of [1, 250, 500]) assert.equal((await run.submit(add(1), `k${place}`)).seq, place);
    },
  },
  {
    name: "a snapshot of another version of the state is passed over and the whole history replayed",
    async check(subject) {
      const before = await opened(subject, { snapshotFloorBytes: 1_000 });
      for (let place = 1; place <= 100; place++) await before.run.submit(add(place), `k${place}`);
      subject.crash();
      const counted = counting(2);
      const { run } = await opened(subject, counted);
      assert.equal((await run.state()).sum, 5_050);
      assert.equal(counted.evolved(), 100);
      assert.equal((await run.submit(add(1), "k7")).seq, 7);
    },
  },
  ...FAULTS.map(faultCase),
  {
    name: "a bug in one step fails that submit alone and leaves nothing of it behind",
    async check(subject) {
      const { run, effects } = await opened(subject);
      const results = await Promise.allSettled(
        [add(1), { type: "stumble" } as const, add(2)].map((input) => run.submit(input)),
      );
      assert.deepEqual(
        results.map(({ status }) => status),
        ["fulfilled", "rejected", "fulfilled"],
      );
      assert.equal((await run.state()).sum, 3);
      assert.deepEqual(effects, ["r:1:0 1 makes 1", "r:2:0 2 makes 3"]);
    },
  },
];

function faultCase(kind: JournalErrorKind): ConformanceCase {
  return {
    name: `a commit that fails (${kind}) is refused whole: no record, no state, no effect; afterwards it goes on`,
    async check(subject) {
      const { runs, run, effects } = await opened(subject);
      await run.submit(add(1));
      const mend = subject.fault(kind);
      if (typeof mend === "string") return mend;
      const refused = await Promise.allSettled([run.submit(big(2), "k"), run.submit(big(3))]);
      for (const result of refused) assert.equal(result.status === "rejected" && result.reason.kind, kind);
      assert.equal((await run.state()).sum, 1);
      assert.equal((await run.submit({ type: "look" })).answer.sum, 1);
      assert.equal((await all(runs)).length, 1);
      mend();
      assert.equal((await run.submit(big(2), "k")).seq, 2);
      assert.deepEqual(effects, ["r:1:0 1 makes 1", "r:2:0 2 makes 3"]);
      subject.crash();
      assert.equal((await (await opened(subject)).run.state()).sum, 3);
      return undefined;
    },
  };
}

/** Too big for any room that is left by chance. */
function big(amount: number): LedgerInput {
  return { type: "add", amounts: [amount], note: "x".repeat(100_000) };
}

function counting(stateVersion = 1): Pick<LedgerOptions, "rules"> & { evolved: () => number } {
  let evolved = 0;
  const evolve: typeof ledgerRules.evolve = (...event) => {
    evolved += 1;
    ledgerRules.evolve(...event);
  };
  return { rules: { ...ledgerRules, stateVersion, evolve }, evolved: () => evolved };
}
