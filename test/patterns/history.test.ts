/** `reeve patterns`, `failures` and `history` on real journals and files. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failuresCommand } from "../../src/views/cli/failures/failures.ts";
import { historyCommand } from "../../src/views/cli/failures/history.ts";
import { patternsCommand } from "../../src/views/cli/failures/patterns.ts";
import { aLab, rows, work } from "./history-lab.ts";

test("failures of all runs are told, and those with one cause are one pattern across them", async () => {
  const lab = aLab();
  await work(lab, ["one"], "Cannot find module './ledger'");
  await work(lab, ["two"], "Cannot find module '../src/ledger.ts'");
  expect(await failuresCommand(lab.io, { jsonl: true })).toBe(0);
  const told = rows(lab.printed.out);
  expect(told.map(({ run, task, root_cause }) => [run, task, root_cause])).toEqual([
    ["r1", "one", "the module ledger is missing"],
    ["r2", "two", "the module ledger is missing"],
  ]);
  expect(told[0]).toMatchObject({ cost: 0.5, resolution: { action: "restart", outcome: "done" } });
  lab.printed.out = "";
  expect(await patternsCommand(lab.io, undefined, { json: true })).toBe(0);
  const ids = told.map(({ id }) => id);
  expect(rows(lab.printed.out)).toMatchObject([{ root_cause: "the module ledger is missing", members: ids }]);
});

test("one run only, a run that is not there, and no run at all", async () => {
  const lab = aLab();
  expect(await failuresCommand(lab.io, {})).toBe(0);
  expect(lab.printed.out).toBe("There are no recorded failures.\n");
  await work(lab, ["one"], "x");
  await work(lab, ["two"], "y");
  lab.printed.out = "";
  await failuresCommand(lab.io, { run: "r2", json: true });
  expect(rows(lab.printed.out).map(({ task }) => task)).toEqual(["two"]);
  expect(await failuresCommand(lab.io, { run: "r7" })).toBe(2);
  expect(lab.printed.err).toContain("Known runs: r1, r2.");
});

test("a history from elsewhere is taken in once; bad lines are skipped and reported, also a torn one in the file", async () => {
  const [theirs, lab] = [aLab(), aLab()];
  await work(theirs, ["far"], "Cannot find module './ledger'");
  await failuresCommand(theirs.io, { jsonl: true });
  const file = join(lab.dir, "theirs.jsonl");
  writeFileSync(file, `not json\n${theirs.printed.out}{"id":"x"}\n`);
  expect(await failuresCommand(lab.io, { import: file })).toBe(0);
  expect(lab.printed.out).toBe("1 failure taken in, 0 known before, 2 skipped.\n");
  expect(lab.printed.err).toContain("theirs.jsonl:1 is skipped: it is no JSON object");
  await failuresCommand(lab.io, { import: file });
  expect(lab.printed.out).toContain("0 failures taken in, 1 known before");
  const kept = join(lab.dir, ".reeve", "failures.jsonl");
  const before = readFileSync(kept, "utf8");
  appendFileSync(kept, '{"id":"torn","ta');
  await work(theirs, ["farther"], "y");
  theirs.printed.out = "";
  await failuresCommand(theirs.io, { jsonl: true });
  writeFileSync(file, theirs.printed.out);
  await failuresCommand(lab.io, { import: file });
  expect(readFileSync(kept, "utf8").startsWith(before)).toBe(true);
  lab.printed.out = "";
  expect(await failuresCommand(lab.io, { jsonl: true })).toBe(0);
  expect(lab.printed.err).toContain("failures.jsonl:2 is skipped");
  expect(rows(lab.printed.out).map(({ task }) => task)).toEqual(["far", "farther"]);
});

test("patterns of a file: groups of two and more, all on demand, broken lines on the other stream", async () => {
  const lab = aLab();
  const file = join(lab.dir, "failures.jsonl");
  const lines = ["./ledger", "src/ledger", "./other"].map((name, n) =>
    JSON.stringify({ id: `f${n}`, text: `Error: Cannot find module '${name}'` }),
  );
  writeFileSync(file, `${lines.join("\n")}\n{broken\n`);
  expect(await patternsCommand(lab.io, file, { jsonl: true })).toBe(0);
  expect(rows(lab.printed.out).map(({ members, kind }) => [members, kind])).toEqual([
    [["f0", "f1"], "missing_foundation"],
  ]);
  expect(lab.printed.err).toContain("failures.jsonl:4 is skipped");
  lab.printed.out = "";
  await patternsCommand(lab.io, file, { json: true, all: true });
  expect(rows(lab.printed.out)).toHaveLength(2);
  expect(await patternsCommand(lab.io, join(lab.dir, "nothing"), {})).toBe(2);
  writeFileSync(file, "{broken\n");
  expect(await patternsCommand(lab.io, file, {})).toBe(2);
});

test("the history of runs: how they ended, what they cost, how long they took", async () => {
  const lab = aLab();
  expect(await historyCommand(lab.io, {})).toBe(0);
  await work(lab, ["one", "two"], "x");
  lab.printed.out = "";
  expect(await historyCommand(lab.io, { json: true })).toBe(0);
  expect(rows(lab.printed.out)).toMatchObject([
    { run: "r1", title: "The shop", verdict: "done", tasks: { total: 2, done: 2 }, attempts: 4, usd: 2, tokens: 40 },
  ]);
  lab.printed.out = "";
  await historyCommand(lab.io, {});
  expect(lab.printed.out).toMatch(/r1 {2}done {2}2 of 2 done .* \$2\.00 {2}The shop\n$/);
});
