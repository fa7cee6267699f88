/** The part of the conformance suite about owners: names, leases, epochs, and stores that are away for a while. */
import assert from "node:assert/strict";
import type { PatienceClock } from "../runs.ts";
import { add, all, type ConformanceCase, mail, opened } from "./conformance-kit.ts";

export const conformanceOwners: readonly ConformanceCase[] = [
  {
    name: "new runs get new names, above those in use elsewhere; once they have records they are listed, oldest first",
    async check(subject) {
      const runs = subject.runs();
      const names = [await runs.create(), await runs.create(["r9"]), await runs.create()];
      assert.deepEqual(names, ["r1", "r10", "r11"]);
      for (const name of names.toReversed()) await (await opened(subject, {}, name)).run.submit(add(1));
      assert.deepEqual(await runs.list(), names);
    },
  },
  {
    name: "a run has one owner at a time; whoever comes second is told who it is",
    async check(subject) {
      const { runs, run, lease } = await opened(subject);
      assert.ok("heldBy" in (await runs.lease("r")));
      assert.ok((await runs.holder("r")) !== null);
      await run.close();
      await lease.release();
      assert.equal(await runs.holder("r"), null);
      const next = await opened(subject);
      await lease.release();
      assert.ok("heldBy" in (await runs.lease("r")), "a lease that was let go of twice took another's along");
      await next.lease.release();
    },
  },
  {
    name: "what is done exclusively is done one after the other",
    async check(subject) {
      const runs = subject.runs();
      const seen: string[] = [];
      const work = (name: string) => async () => {
        seen.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(`${name} ends`);
      };
      await Promise.all([runs.exclusively(work("a")), runs.exclusively(work("b"))]);
      assert.deepEqual(seen.toSorted(), ["a begins", "a ends", "b begins", "b ends"]);
      assert.equal(seen[0]?.[0], seen[1]?.[0]);
    },
  },
  {
    name: "each opening has an epoch of its own, one above the last",
    async check(subject) {
      for (const epoch of [1, 2, 3]) {
        const { run, lease } = await opened(subject);
        assert.equal(run.epoch, epoch);
        await run.close();
        await lease.release();
      }
    },
  },
  {
    name: "an owner that lost its lease without noticing can append nothing, though its number would be free",
    async check(subject) {
      const stale = await opened(subject);
      await stale.run.submit(add(1));
      await stale.lease.release();
      const owner = await opened(subject);
      await assert.rejects(stale.run.submit(add(100)), { kind: "superseded" });
      await assert.rejects(stale.run.submit(add(100), "key"), { kind: "superseded" });
      assert.equal((await owner.run.submit(add(2))).answer.sum, 3);
      await assert.rejects(stale.run.submit(add(100)), { kind: "superseded" });
      assert.deepEqual(stale.effects, ["r:1:0 1 makes 1"]);
      assert.equal((await all(owner.runs)).length, 2);
      assert.equal((await owner.run.state()).sum, 3);
    },
  },
  {
    name: "a stale owner takes no mail from the owner, and answers none",
    async check(subject) {
      const stale = await opened(subject);
      await stale.lease.release();
      const owner = await opened(subject);
      await owner.runs.post("r", mail("a", 1, add(1)));
      await stale.run.serveMail();
      assert.equal((await owner.runs.waiting("r")).length, 1);
      await owner.run.serveMail();
      assert.equal((await owner.run.state()).sum, 1);
    },
  },
  {
    name: "a store that is away for a while is waited for: nothing is lost, nothing counts twice, people are told",
    async check(subject) {
      const told: string[] = [];
      const clock = steps(() => mend());
      let mend: () => void = () => {};
      const patience = { boundMs: 600_000, clock, onNotice: (sentence: string) => told.push(sentence) };
      const { runs, run, effects } = await opened(subject, { patience });
      await run.submit(add(1));
      const fault = firstOf(["away", "busy"] as const, subject.fault);
      if (typeof fault === "string") return fault;
      mend = fault;
      const receipts = await Promise.all([run.submit(add(2), "k"), run.submit(add(3))]);
      assert.deepEqual(
        receipts.map(({ seq }) => seq),
        [2, 3],
      );
      assert.deepEqual(effects, ["r:1:0 1 makes 1", "r:2:0 2 makes 3", "r:3:0 3 makes 6"]);
      assert.equal((await all(runs)).length, 3);
      assert.match(told.join("\n"), /waits for it, up to 10 minutes.*\n.*can be reached again; the run continues\./);
      return undefined;
    },
  },
  {
    name: "a store that stays away longer than the bound fails what was submitted, with a sentence that says so",
    async check(subject) {
      const patience = { boundMs: 60_000, clock: steps(() => {}) };
      const { run, effects } = await opened(subject, { patience });
      const mend = firstOf(["away", "busy"] as const, subject.fault);
      if (typeof mend === "string") return mend;
      await assert.rejects(run.submit(add(1)), /has waited 1 minute for it\. .*`reeve run` resumes/);
      mend();
      assert.deepEqual(effects, []);
      assert.equal((await run.submit(add(2))).answer.sum, 2);
      return undefined;
    },
  },
];

/** A clock that only sleeping moves; the sixth sleep is the last one before `mend`. */
function steps(mend: () => void): PatienceClock {
  let [now, slept] = [0, 0];
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
      slept += 1;
      if (slept === 6) mend();
    },
  };
}

/** The first of these that the adapter can play; else its reason. */
function firstOf<T>(kinds: readonly T[], fault: (kind: T) => (() => void) | string): (() => void) | string {
  let reason = "";
  for (const kind of kinds) {
    const played = fault(kind);
    if (typeof played !== "string") return played;
    reason = played;
  }
  return reason;
}
