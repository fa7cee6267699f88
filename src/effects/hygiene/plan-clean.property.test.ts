import fc from "fast-check";
import { expect, test } from "vitest";
import { branch, DAY, logs, NOW, parked, processes, run, worktree } from "../../../test/hygiene/things.ts";
import type { Standing, Thing } from "./clean-facts.ts";
import { planClean, type Verdict } from "./plan-clean.ts";

const at = fc.integer({ min: NOW - 30 * DAY, max: NOW });
const obstacle = fc.constantFrom(null, null, "a reason");
const anyThing: fc.Arbitrary<Thing> = fc.oneof(
  fc
    .record({ dirty: fc.boolean(), merged: fc.boolean(), onBranch: fc.boolean(), changedAt: at, obstacle })
    .map(worktree),
  fc.record({ merged: fc.boolean(), integration: fc.boolean(), changedAt: at, obstacle }).map(branch),
  fc.record({ parkedAt: at }).map(parked),
  fc.record({ live: fc.boolean(), changedAt: at }).map(logs),
  fc.record({ leaseOut: fc.boolean() }).map(processes),
);

test("whatever there is: unmerged and parked work younger than the limit never goes, and older work not unparked", () => {
  const standing = fc.constantFrom<Standing>("at_work", "unreadable", "unfinished", "ended");
  const limit = fc.integer({ min: 1, max: 20 * DAY });
  fc.assert(
    fc.property(fc.array(anyThing, { maxLength: 8 }), standing, at, limit, (things, how, heardAt, olderThanMs) => {
      const limits = { now: NOW, olderThanMs };
      for (const verdict of planClean({ run: run(how, heardAt), things }, limits)) {
        expect(verdict.because).not.toBe("");
        if (!verdict.remove) continue;
        expect(how === "at_work" || how === "unreadable" || verdict.thing.obstacle !== null).toBe(false);
        expectSafe(verdict, olderThanMs);
      }
    }),
  );
});

function expectSafe({ thing, park }: Verdict, olderThanMs: number): void {
  if (thing.kind === "parked") expect(NOW - thing.parkedAt).toBeGreaterThan(olderThanMs);
  if (thing.kind === "worktree" && (thing.dirty || !thing.merged)) {
    expect(NOW - thing.changedAt).toBeGreaterThan(olderThanMs);
    expect(park || (!thing.dirty && thing.onBranch)).toBe(true);
  }
  if (thing.kind === "branch") expect(thing.integration).toBe(false);
  if (thing.kind === "branch" && !thing.merged) {
    expect(NOW - thing.changedAt).toBeGreaterThan(olderThanMs);
    expect(park).toBe(true);
  }
}
