import { expect, test } from "vitest";
import { compareFailures, type EndedRun, summarize } from "./same-failure.ts";

function run(output: string, code = 1, more: Partial<EndedRun> = {}): EndedRun {
  return { exit: { code, signal: null }, timedOut: false, output, dir: "/here", ...more };
}

const base = (output: string, code = 1, more: Partial<EndedRun> = {}) =>
  summarize(run(output, code, { dir: "/base", ...more }));

test("the same failing tests are no new failure, also when one of them is mended", () => {
  const before = base("not ok 1 - a\nnot ok 2 - b");
  expect(compareFailures(run("not ok 1 - a\nnot ok 2 - b"), before).type).toBe("same");
  expect(compareFailures(run("ok 1 - a\nnot ok 2 - b"), before)).toEqual({ type: "same", failing: ["b"] });
});

test("a failing test that the base does not have is new, and named", () => {
  const found = compareFailures(run("not ok 1 - a\nnot ok 2 - c"), base("not ok 1 - a"));
  expect(found).toEqual({ type: "new", fresh: ["c"], before: "otherwise" });
});

test("where the base passes, every failure is new", () => {
  expect(compareFailures(run("boom"), base("fine", 0))).toMatchObject({ type: "new", before: "passed" });
});

test("without names, the complaining lines decide, whatever their numbers and folders", () => {
  const before = base("/base/src/a.ts(3,4): error TS2304: no x\nin 4.2s");
  expect(compareFailures(run("/here/src/a.ts(9,4): error TS2304: no x\nin 5.1s"), before).type).toBe("same");
  const worse = compareFailures(run("src/a.ts(9,4): error TS2304: no x\nsrc/b.ts(1,1): error TS2304: no y"), before);
  expect(worse).toMatchObject({ type: "new" });
});

test("one that says nothing of what is wrong is new though it fails as before, and that is told apart", () => {
  expect(compareFailures(run(""), base(""))).toEqual({ type: "new", fresh: [], before: "silent" });
  expect(compareFailures(run(""), base("", 2))).toMatchObject({ before: "otherwise" });
  expect(compareFailures(run(""), base("error: no x"))).toMatchObject({ before: "otherwise" });
});

test("another exit, running out of time, or not coming to the tests is not the same", () => {
  const said = "error: no x";
  expect(compareFailures(run(said, 2), base(said, 1)).type).toBe("new");
  expect(compareFailures(run(said, 1), base(said, 1)).type).toBe("same");
  expect(compareFailures(run(said, 1, { timedOut: true }), base(said, 1)).type).toBe("new");
  expect(compareFailures(run(said, 1, { timedOut: true }), base(said, 1, { timedOut: true })).type).toBe("same");
  expect(compareFailures(run("does not compile", 1), base("not ok 1 - a", 1)).type).toBe("new");
});

test("a failure that says nothing about what is wrong is new, wherever else it fails", () => {
  expect(compareFailures(run("", 1), base("", 1)).type).toBe("new");
  expect(compareFailures(run("there should be a page", 1), base("there should be a page", 1)).type).toBe("new");
});

test("a second mistake of one kind in the same file is new, and so is one in another file", () => {
  const said = "src/a.ts(3,4): error TS2322: Type 'string' is not assignable to type 'number'.";
  expect(compareFailures(run(`${said}\n${said.replace("3,4", "9,1")}`), base(said)).type).toBe("new");
  const lint = (file: string) => `${file}\n  3:5  error  Unexpected var  no-var\n\n1 problem`;
  expect(compareFailures(run(lint("/here/src/b.js")), base(lint("/base/src/a.js"))).type).toBe("new");
  expect(compareFailures(run(lint("/here/src/a.js")), base(lint("/base/src/a.js"))).type).toBe("same");
});

test("beside tests that failed before, a new diagnostic is new", () => {
  const tests = "not ok 1 - a";
  const found = compareFailures(run(`${tests}\nsrc/a.py:3: error: no x`), base(tests));
  expect(found).toEqual({ type: "new", fresh: ["src/a.py:#: error: no x"], before: "otherwise" });
});
