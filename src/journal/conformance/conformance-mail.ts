/** The part of the conformance suite about mail: inputs of other processes, named by sender and number. */
import assert from "node:assert/strict";
import type { Runs } from "../runs.ts";
import { add, all, type ConformanceCase, mail, opened } from "./conformance-kit.ts";
import type { LedgerAnswer } from "./ledger-rules.ts";

const LONG_MS = 20_000;

export const conformanceMail: readonly ConformanceCase[] = [
  {
    name: "a mail to a running owner is recorded under its own key and answered",
    async check(subject) {
      const { runs, run } = await opened(subject);
      await run.serveMail();
      await runs.post("r", mail("a", 1, add(7)));
      assert.deepEqual(await answer(runs, "a", 1), { type: "answered", seq: 1, answer: { sum: 7, owner: null } });
      assert.deepEqual(await keys(runs), ["mail:a/1"]);
      assert.deepEqual(await runs.waiting("r"), []);
    },
  },
  {
    name: "mail waits while nobody owns the run, is listed, and is taken in the order in which it came",
    async check(subject) {
      const first = await opened(subject);
      await first.run.submit(add(1));
      await first.run.close();
      await first.lease.release();
      const runs = subject.runs();
      for (const sender of ["b", "a", "c"]) await runs.post("r", mail(sender, 1, add(2)));
      assert.deepEqual(
        (await runs.waiting("r")).map(({ name, at, from, input }) => [name?.sender, name?.number, at, from, input]),
        ["b", "a", "c"].map((sender) => [sender, 1, 1, `${sender} of a test`, add(2)]),
      );
      assert.equal(await answer(runs, "c", 1, 0), null);
      const { run } = await opened(subject);
      await run.serveMail();
      assert.deepEqual(await keys(runs), [null, "mail:b/1", "mail:a/1", "mail:c/1"]);
      assert.equal((await run.state()).sum, 7);
    },
  },
  {
    name: "a mail that is posted again under its name counts once, before and after it was taken, and after a crash",
    async check(subject) {
      const { runs, run } = await opened(subject);
      for (let times = 0; times < 2; times++) await runs.post("r", mail("a", 1, add(5)));
      assert.equal((await runs.waiting("r")).length, 1);
      await run.serveMail();
      await runs.post("r", mail("a", 1, add(5)));
      await runs.post("r", mail("a", 2, add(1)));
      assert.deepEqual(await answer(runs, "a", 2), { type: "answered", seq: 2, answer: { sum: 6, owner: null } });
      subject.crash();
      const later = await opened(subject);
      await later.runs.post("r", mail("a", 1, add(5)));
      await later.run.serveMail();
      assert.equal((await later.run.state()).sum, 6);
      assert.deepEqual(await keys(later.runs), ["mail:a/1", "mail:a/2"]);
    },
  },
  {
    name: "the numbers of one sender are not those of another",
    async check(subject) {
      const { runs, run } = await opened(subject);
      for (const sender of ["a", "a/1", "b"]) await runs.post("r", mail(sender, 1, add(1)));
      await runs.post("r", mail("a", 11, add(1)));
      await run.serveMail();
      assert.equal((await run.state()).sum, 4);
    },
  },
  {
    name: "a mail the rules cannot take is refused in writing and does not hold up the next",
    async check(subject) {
      const { runs, run } = await opened(subject);
      await run.serveMail();
      await runs.post("r", mail("a", 1, { type: "stumble" }));
      await runs.post("r", mail("a", 2, add(1)));
      assert.equal((await answer(runs, "a", 2))?.type, "answered");
      assert.deepEqual(await answer(runs, "a", 1), { type: "refused", because: "the ledger stumbled" });
      assert.equal((await run.state()).sum, 1);
    },
  },
  {
    name: "many senders at once lose nothing",
    async check(subject) {
      const { runs, run } = await opened(subject);
      await run.serveMail();
      const senders = Array.from({ length: 30 }, (_, place) => `s${place}`);
      await Promise.all(senders.map((sender) => runs.post("r", mail(sender, 1, add(1)))));
      const outcomes = await Promise.all(senders.map((sender) => answer(runs, sender, 1)));
      const sums = outcomes.map((outcome) => (outcome?.type === "answered" ? outcome.answer.sum : 0));
      assert.deepEqual(
        sums.sort((a, b) => a - b),
        senders.map((_, place) => place + 1),
      );
    },
  },
  {
    name: "waiting for an answer ends with the signal, and for a mail that was never sent at once",
    async check(subject) {
      const { runs } = await opened(subject);
      await runs.post("r", mail("a", 1, add(1)));
      const stop = new AbortController();
      const waiting = runs.answer("r", { sender: "a", number: 1 }, LONG_MS, stop.signal);
      stop.abort();
      assert.equal(await waiting, null);
      await assert.rejects(answer(runs, "a", 999), { kind: "missing" });
    },
  },
  {
    name: "an owner that is closed takes no more mail",
    async check(subject) {
      const { runs, run } = await opened(subject);
      await run.serveMail();
      await run.close();
      await runs.post("r", mail("a", 1, add(1)));
      assert.equal(await answer(runs, "a", 1, 0), null);
    },
  },
];

function answer(runs: Runs, sender: string, number: number, timeoutMs = LONG_MS) {
  return runs.answer<LedgerAnswer>("r", { sender, number }, timeoutMs);
}

async function keys(runs: Runs): Promise<(string | null)[]> {
  return (await all(runs)).map(({ key }) => key);
}
