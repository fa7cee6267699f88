/** One gate at a time, each rule of it. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allJudged, finishedWork, judged } from "../../../../test/gates/finished-work.ts";
import { conflictsGate, diffGate, hasConflictMarkers } from "./change-gates.ts";
import { declaredFilesGate } from "./declared-files-gate.ts";
import { notBlockedGate, testsExistGate } from "./result-gates.ts";
import { scopeGate } from "./scope-gate.ts";

const MARKED = `a\n${"<".repeat(7)} ours\nb\n${"=".repeat(7)}\nc\n${">".repeat(7)} theirs\n`;

test("diff: something changed, or the result says why not", async () => {
  expect(await judged(diffGate, { changed: ["a"] })).toMatchObject({ gate: "diff", verdict: "passed" });
  expect(await judged(diffGate, {})).toMatchObject({ verdict: "failed" });
  expect(await judged(diffGate, { result: { nothing_to_do: "  " } })).toMatchObject({ verdict: "failed" });
  const said = await judged(diffGate, { result: { nothing_to_do: "It was there already." } });
  expect(said).toMatchObject({ verdict: "passed", evidence: ["It was there already."] });
  expect(await judged(diffGate, { noGit: true })).toMatchObject({ verdict: "skipped" });
});

test("diff: what others of the run have made already need not be made again, unless it was to build on that", async () => {
  const already = [{ path: "src/a.ts", task: "t0", isRewritten: false }];
  const passed = { verdict: "warned", evidence: ["src/a.ts (made by t0)"] };
  expect(await judged(diffGate, { already, spec: { files: ["src/a.ts"] } })).toMatchObject(passed);
  expect(await judged(diffGate, { already, spec: { prompt: "Write src/a.ts." } })).toMatchObject(passed);
  expect(await judged(diffGate, { already, result: { files_created: ["src/a.ts"] } })).toMatchObject(passed);
  const rewritten = already.map((each) => ({ ...each, isRewritten: true }));
  expect(await judged(diffGate, { already: rewritten })).toMatchObject(passed);
  expect(await judged(diffGate, { already })).toMatchObject({ verdict: "failed" });
  const builds = { already, spec: { files: ["src/a.ts"] }, upstream: ["t0"] };
  expect(await judged(diffGate, builds)).toMatchObject({ verdict: "failed" });
});

test("diff: a repository inside the workspace is told, and is no change by itself", async () => {
  expect(await judged(diffGate, { changed: ["a"], skipped: ["lib"] })).toMatchObject({ verdict: "warned" });
  const result = { nothing_to_do: "It is in lib." };
  expect(await judged(diffGate, { skipped: ["lib"], result })).toMatchObject({ verdict: "failed" });
});

test("conflicts: neither a merge that Reeve left open nor a marker in a changed file", async () => {
  expect(await judged(conflictsGate, { changed: ["a"], files: { a: "fine\n" } })).toMatchObject({ verdict: "passed" });
  expect(await judged(conflictsGate, { unresolved: ["b"] })).toMatchObject({ verdict: "failed", evidence: ["b"] });
  const marked = { changed: ["a"], files: { a: MARKED } };
  expect(await judged(conflictsGate, marked)).toMatchObject({ verdict: "failed", evidence: ["a"] });
  expect(await judged(conflictsGate, { ...marked, base: { a: MARKED } })).toMatchObject({ verdict: "passed" });
  expect(await judged(conflictsGate, { files: { a: MARKED } })).toMatchObject({ verdict: "passed" });
});

test("conflicts: a marker is all three, in order, each at the beginning of a line", () => {
  expect(hasConflictMarkers(MARKED)).toBe(true);
  expect(hasConflictMarkers(MARKED.replaceAll("\n", "\r\n"))).toBe(true);
  expect(hasConflictMarkers(`Title\n${"=".repeat(7)}\n`)).toBe(false);
  expect(hasConflictMarkers(MARKED.replaceAll(/^/gm, " "))).toBe(false);
});

test("declared files: what plan and result name is there, also by an absolute path", async () => {
  expect(await judged(declaredFilesGate, {})).toMatchObject({ verdict: "passed" });
  const there = { files: { "src/a.ts": "" }, changed: ["src/a.ts"], spec: { files: ["src/a.ts", "src"] } };
  expect(await judged(declaredFilesGate, there)).toMatchObject({ verdict: "passed" });
  const work = finishedWork({ files: { "a b.ts": "" }, changed: ["a b.ts"] });
  const result = { ...work.order.result, files_modified: [join(work.dir, "a b.ts"), "./a b.ts"] };
  const [said] = await allJudged(declaredFilesGate, { ...work, order: { ...work.order, result } });
  expect(said).toMatchObject({ verdict: "passed" });
});

test("declared files: what is missing fails, what the task deleted does not", async () => {
  const missing = await judged(declaredFilesGate, { spec: { files: ["a"] }, result: { files_created: ["b"] } });
  expect(missing).toMatchObject({
    verdict: "failed",
    evidence: ["b is not there (named by the result)", "a is not there (named by the plan)"],
  });
  expect(await judged(declaredFilesGate, { spec: { files: ["a"] }, changed: ["a"] })).toMatchObject({
    verdict: "passed",
  });
  expect(await judged(declaredFilesGate, { spec: { files: ["src/*.ts"] } })).toMatchObject({ verdict: "passed" });
});

test.each(["../a", "/etc/hostname", "src/../../a", "a\0b"])(
  "declared files: %j leads out of the workspace",
  async (path) => {
    expect(await judged(declaredFilesGate, { result: { files_created: [path] } })).toMatchObject({ verdict: "failed" });
  },
);

test("declared files: a link that leads out of the workspace fails", async () => {
  const work = finishedWork({ changed: ["out"], spec: { files: ["out/hostname"] } });
  symlinkSync("/etc", join(work.dir, "out"));
  const [said] = await allJudged(declaredFilesGate, work);
  expect(said).toMatchObject({ verdict: "failed" });
});

test("declared files: a file the result names which is no part of the change is told", async () => {
  const said = await judged(declaredFilesGate, {
    files: { "dist/a.js": "" },
    result: { files_created: ["dist/a.js"] },
  });
  expect(said).toMatchObject({ verdict: "warned", evidence: ["dist/a.js"] });
});

test("scope: one or two undeclared files are told, three are too many", async () => {
  const spec = { files: ["src/a.ts"] };
  expect(await judged(scopeGate, { spec, changed: ["src/a.ts"] })).toMatchObject({ verdict: "passed" });
  expect(await judged(scopeGate, { spec, changed: ["src/a.ts", "b", "c"] })).toMatchObject({
    verdict: "warned",
    evidence: ["b", "c"],
  });
  expect(await judged(scopeGate, { spec, changed: ["b", "c", "d"] })).toMatchObject({
    verdict: "failed",
    evidence: ["b", "c", "d"],
  });
  expect(await judged(scopeGate, { changed: ["b", "c", "d"] })).toMatchObject({ verdict: "skipped" });
  expect(await judged(scopeGate, { noGit: true, spec })).toMatchObject({ verdict: "skipped" });
});

test("scope: folders, patterns, tests of declared files and their lock files are declared", async () => {
  const spec = { files: ["lib", "src/*.ts", "src/sum.ts", "package.json"] };
  const changed = [
    "lib/x/y.ts",
    "src/a.ts",
    "test/sum.test.ts",
    "src/__snapshots__/sum.test.ts.snap",
    "package-lock.json",
  ];
  expect(await judged(scopeGate, { spec, changed })).toMatchObject({ verdict: "passed" });
  expect(await judged(scopeGate, { spec, changed: ["libs", "src/deep/a.ts", "test/other.test.ts"] })).toMatchObject({
    verdict: "failed",
  });
});

test("scope: a file that another open task claims fails, unless this task claims it too", async () => {
  const owned = { "src/b.ts": "t2", docs: "t3" };
  const taken = await judged(scopeGate, { owned, changed: ["src/b.ts", "docs/x.md"] });
  expect(taken).toMatchObject({
    verdict: "failed",
    evidence: ["src/b.ts (claimed by t2)", "docs/x.md (claimed by t3)"],
  });
  expect(await judged(scopeGate, { owned, spec: { files: ["src/b.ts"] }, changed: ["src/b.ts"] })).toMatchObject({
    verdict: "passed",
  });
});

test("not blocked: done means done", async () => {
  expect(await judged(notBlockedGate, {})).toMatchObject({ verdict: "passed" });
  const speaks = { concerns: ["The parser is blocked-based.", "Requests may be blocked by the proxy."] };
  expect(await judged(notBlockedGate, { result: speaks })).toMatchObject({ verdict: "passed" });
  const blocked = { concerns: ["BLOCKED: no access to the API"] };
  expect(await judged(notBlockedGate, { result: blocked })).toMatchObject({
    verdict: "failed",
    evidence: blocked.concerns,
  });
  expect(
    await judged(notBlockedGate, { result: { nothing_to_do: "I am blocked by the missing schema" } }),
  ).toMatchObject({ verdict: "failed" });
  expect(await judged(notBlockedGate, { result: { decisions: ["Could not finish the parser."] } })).toMatchObject({
    verdict: "warned",
  });
});

test("tests exist: new sources without any new or changed test are told", async () => {
  expect(await judged(testsExistGate, { created: ["src/a.ts"] })).toMatchObject({
    verdict: "warned",
    evidence: ["src/a.ts"],
  });
  expect(await judged(testsExistGate, { created: ["src/a.ts", "src/a.test.ts"] })).toMatchObject({ verdict: "passed" });
  expect(await judged(testsExistGate, { created: ["src/a.py"], changed: ["tests/test_b.py"] })).toMatchObject({
    verdict: "passed",
  });
  expect(
    await judged(testsExistGate, { created: ["README.md", "src/a.d.ts", "vite.config.ts", "src/main.rs"] }),
  ).toMatchObject({ verdict: "passed" });
  expect(await judged(testsExistGate, { changed: ["src/a.ts"] })).toMatchObject({ verdict: "passed" });
});
