/**
 * What every journal adapter must do, as cases any test runner can run. An adapter brings a `RunsUnderTest`; a fault
 * it cannot produce is skipped with its reason. Nothing here knows SQLite or memory.
 */
import assert from "node:assert/strict";
import { conformanceFaults } from "./conformance-faults.ts";
import { add, all, type ConformanceCase, opened } from "./conformance-kit.ts";
import { conformanceMail } from "./conformance-mail.ts";
import { conformanceOwners } from "./conformance-owners.ts";
import { type LedgerInput, ledgerRules } from "./ledger-rules.ts";

/** Every case that a store must pass, to run with your own test runner. */
export const journalConformance: readonly ConformanceCase[] = [
  {
    name: "one input is one record with its events, its time, its dice and its number",
    async check(subject) {
      const { runs, run } = await opened(subject, { now: () => 7, dice: () => 0.5 });
      const receipt = await run.submit(add(1, 2));
      assert.deepEqual(receipt, { seq: 1, answer: { sum: 3, owner: null } });
      const events = [1, 2].map((amount) => ({ type: "added", amount, dice: 0.5, note: "" }));
      assert.deepEqual(await all(runs), [{ seq: 1, at: 7, dice: 0.5, key: null, input: add(1, 2), events }]);
      assert.deepEqual(await run.head(), { seq: 1, at: 7 });
    },
  },
  {
    name: "submits are taken in the order of the calls, however many wait at once",
    async check(subject) {
      const { runs, run } = await opened(subject);
      const receipts = await Promise.all(Array.from({ length: 2_500 }, (_, place) => run.submit(add(place))));
      assert.deepEqual(
        receipts.map(({ seq }) => seq),
        Array.from({ length: 2_500 }, (_, place) => place + 1),
      );
      assert.deepEqual(
        (await all(runs)).map(({ input }) => input),
        receipts.map((_, place) => add(place)),
      );
    },
  },
  {
    name: "effects come after the record, in order, each under run:seq:n, with the state after their own record",
    async check(subject) {
      const { run, effects } = await opened(subject);
      await Promise.all([run.submit(add(1, 2)), run.submit(add(3))]);
      assert.deepEqual(effects, ["r:1:0 1 makes 3", "r:1:1 2 makes 3", "r:2:0 3 makes 6"]);
    },
  },
  {
    name: "a known key is not decided again; its answer is of now",
    async check(subject) {
      const { runs, run, effects } = await opened(subject);
      await run.submit(add(1), "k");
      await run.submit(add(5));
      assert.deepEqual(await run.submit(add(1), "k"), { seq: 1, answer: { sum: 6, owner: null } });
      assert.equal((await all(runs)).length, 2);
      assert.equal(effects.length, 2);
    },
  },
  {
    name: "of two inputs under one key at the same moment only the first counts",
    async check(subject) {
      const { run } = await opened(subject);
      const [first, second] = await Promise.all([run.submit(add(1), "k"), run.submit(add(9), "k")]);
      assert.deepEqual([first.seq, second.seq, second.answer.sum], [1, 1, 1]);
    },
  },
  {
    name: "a claim is answered from the state: the one who has it may, everybody else may not",
    async check(subject) {
      const { run } = await opened(subject);
      const claim = (by: string): LedgerInput => ({ type: "claim", thing: "attempt", by });
      const answers = [];
      for (const by of ["a", "b", "a"]) answers.push((await run.submit(claim(by), `claim by ${by}`)).answer.owner);
      assert.deepEqual(answers, ["a", "a", "a"]);
    },
  },
  {
    name: "an input that decides nothing leaves no record without a key, and one without events under a key",
    async check(subject) {
      const { runs, run } = await opened(subject);
      await run.submit(add(1));
      assert.deepEqual(await run.submit({ type: "look" }), { seq: 1, answer: { sum: 1, owner: null } });
      assert.equal((await run.submit({ type: "look" }, "k")).seq, 2);
      assert.deepEqual(
        (await all(runs)).map(({ events }) => events.length),
        [1, 0],
      );
    },
  },
  {
    name: "keys may be any text and are told apart",
    async check(subject) {
      const { runs, run } = await opened(subject);
      const keys = ["a", "A", "a\u0000b", "ü", "u\u0308", "mail:1", "\ud800", "x".repeat(5_000)];
      for (const key of keys) await run.submit(add(1), key);
      for (const key of keys) await run.submit(add(1), key);
      assert.equal((await run.state()).sum, keys.length);
      assert.equal((await all(runs)).length, keys.length);
    },
  },
  {
    name: "time never falls, though the clock does",
    async check(subject) {
      const times = [100, 50, 120.9, 10];
      const { runs, run } = await opened(subject, { now: () => times.shift() ?? 0 });
      for (const amount of [1, 2, 3, 4]) await run.submit(add(amount));
      assert.deepEqual(
        (await all(runs)).map(({ at }) => at),
        [100, 100, 120, 120],
      );
    },
  },
  {
    name: "read begins where it is told and ends at the end",
    async check(subject) {
      const { runs, run } = await opened(subject);
      for (const amount of [1, 2, 3]) await run.submit(add(amount));
      assert.deepEqual(
        (await all(runs, 2)).map(({ seq }) => seq),
        [2, 3],
      );
      assert.deepEqual(await all(runs, 4), []);
      assert.deepEqual(await all(runs, 99), []);
    },
  },
  {
    name: "tail gives what is there, then what comes, and ends without an error when told to",
    async check(subject) {
      const { runs, run } = await opened(subject);
      await run.submit(add(1));
      const stop = new AbortController();
      const seen: number[] = [];
      for await (const { seq } of runs.tail("r", 1, stop.signal)) {
        seen.push(seq);
        if (seq < 4) setImmediate(() => void run.submit(add(seq)));
        else setImmediate(() => stop.abort());
      }
      assert.deepEqual(seen, [1, 2, 3, 4]);
    },
  },
  {
    name: "runs do not touch each other, and a run that was never written is missing",
    async check(subject) {
      const { runs, run } = await opened(subject);
      await run.submit(add(1), "k");
      const other = await opened(subject, {}, "other");
      await other.run.submit(add(2), "k");
      assert.equal((await run.state()).sum, 1);
      assert.equal((await other.run.state()).sum, 2);
      await assert.rejects(runs.state("nobody", ledgerRules), { kind: "missing" });
      await assert.rejects(all(runs, 1, "nobody"), { kind: "missing" });
    },
  },
  ...conformanceFaults,
  ...conformanceMail,
  ...conformanceOwners,
];
