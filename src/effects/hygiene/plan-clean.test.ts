import { describe, expect, test } from "vitest";
import {
  branch,
  DAY,
  LIMITS,
  leftover,
  lock,
  logs,
  NOW,
  OLD,
  parked,
  processes,
  run,
  worktree,
  YOUNG,
} from "../../../test/hygiene/things.ts";
import type { Standing, Thing } from "./clean-facts.ts";
import { planClean, spanText, type Verdict } from "./plan-clean.ts";

function verdictOn(thing: Thing, standing: Standing, heardAt = OLD, others: readonly Thing[] = []): Verdict {
  const found = planClean({ run: run(standing, heardAt), things: [...others, thing] }, LIMITS);
  const verdict = found.find((each) => each.thing === thing);
  if (!verdict) throw new Error("no verdict");
  return verdict;
}

const KEEP = "keep";
const GO = "go";
const PARK = "park, then go";

function wordOf({ remove, park }: Verdict): string {
  return remove ? (park ? PARK : GO) : KEEP;
}

describe("what becomes of it", () => {
  const table: [what: string, thing: Thing, standing: Standing, heardAt: number, word: string][] = [
    ["a merged worktree of an ended run", worktree(), "ended", YOUNG, GO],
    ["a merged worktree of a run that can go on", worktree(), "unfinished", YOUNG, KEEP],
    ["a merged worktree of a run nobody touched for long", worktree(), "unfinished", OLD, GO],
    ["young unmerged work in a worktree", worktree({ merged: false, changedAt: YOUNG }), "ended", OLD, KEEP],
    ["old unmerged work in a run heard of lately", worktree({ merged: false }), "ended", YOUNG, KEEP],
    ["old unmerged work that its branch has", worktree({ merged: false }), "ended", OLD, GO],
    ["old unmerged work on no branch", worktree({ merged: false, onBranch: false }), "ended", OLD, PARK],
    ["young uncommitted files", worktree({ dirty: true, changedAt: YOUNG }), "ended", OLD, KEEP],
    ["old uncommitted files", worktree({ dirty: true }), "ended", OLD, PARK],
    ["old uncommitted files of an abandoned run", worktree({ dirty: true }), "unfinished", OLD, PARK],
    ["Reeve's own worktree, with what checks left", worktree({ scratch: true, dirty: true }), "ended", YOUNG, GO],
    ["Reeve's own worktree of a run that can go on", worktree({ scratch: true }), "unfinished", YOUNG, KEEP],
    ["a worktree with an obstacle", worktree({ obstacle: "a link" }), "ended", OLD, KEEP],
    ["a merged branch of an ended run", branch(), "ended", YOUNG, GO],
    ["a merged branch of a run that can go on, however old", branch(), "unfinished", OLD, KEEP],
    ["a young unmerged branch", branch({ merged: false, changedAt: YOUNG }), "ended", OLD, KEEP],
    ["an old unmerged branch", branch({ merged: false }), "ended", OLD, PARK],
    ["an old unmerged branch of a run that can go on", branch({ merged: false }), "unfinished", OLD, KEEP],
    ["the integration branch", branch({ integration: true, task: null }), "ended", OLD, KEEP],
    ["a branch of no task", branch({ task: null }), "ended", OLD, KEEP],
    ["young parked work", parked({ parkedAt: YOUNG }), "ended", OLD, KEEP],
    ["old parked work", parked(), "ended", YOUNG, GO],
    ["old logs", logs(), "ended", OLD, GO],
    ["young logs", logs({ changedAt: YOUNG }), "ended", OLD, KEEP],
    ["old logs of an attempt whose end is not known yet", logs({ live: true }), "unfinished", OLD, KEEP],
    ["processes of an ended run", processes({ leaseOut: false }), "ended", YOUNG, GO],
    ["processes that wait for their Reeve", processes({ leaseOut: false }), "unfinished", OLD, KEEP],
    ["processes no Reeve came back to", processes(), "unfinished", YOUNG, GO],
    ["a stale lock", lock, "unfinished", YOUNG, GO],
    ["what an interrupted clean had set aside", leftover, "unfinished", YOUNG, GO],
  ];
  test.each(table)("%s", (_, thing, standing, heardAt, word) => {
    expect(wordOf(verdictOn(thing, standing, heardAt))).toBe(word);
  });
});

const everything = [worktree(), branch(), parked(), logs(), processes(), lock, leftover];

test.each(["at_work", "unreadable"] as const)("of a run that is %s everything stays", (standing) => {
  for (const verdict of planClean({ run: run(standing), things: everything }, LIMITS))
    expect(wordOf(verdict)).toBe(KEEP);
});

test("a worktree stays while an agent of its run does, and so do the branch in it and that agent's logs", () => {
  const alive = processes({ leaseOut: false });
  expect(wordOf(verdictOn(worktree(), "unfinished", OLD, [alive]))).toBe(KEEP);
  expect(wordOf(verdictOn(logs(), "unfinished", OLD, [alive]))).toBe(KEEP);
  const stuck = worktree({ obstacle: "a submodule has changes" });
  expect(wordOf(verdictOn(branch({ worktree: stuck.path }), "ended", OLD, [stuck]))).toBe(KEEP);
});

test("whoever could still write goes first, and worktrees before their branches", () => {
  const kinds = planClean({ run: run("ended"), things: everything.toReversed() }, LIMITS).map(
    ({ thing }) => thing.kind,
  );
  expect(kinds).toEqual(["leftover", "process", "worktree", "branch", "logs", "parked", "lock"]);
});

test("exactly at the limit it still stays", () => {
  expect(wordOf(verdictOn(parked({ parkedAt: NOW - 7 * DAY }), "ended"))).toBe(KEEP);
  expect(wordOf(verdictOn(parked({ parkedAt: NOW - 7 * DAY - 1 }), "ended"))).toBe(GO);
});

test("a clock that was set back makes nothing old", () => {
  expect(wordOf(verdictOn(parked({ parkedAt: NOW + DAY }), "ended"))).toBe(KEEP);
});

test("ages are told short and never too long", () => {
  expect([59 * 60_000, 36 * 3_600_000, 7 * DAY, 2.99 * DAY].map(spanText)).toEqual(["59 min", "36 h", "7 d", "2 d"]);
});
