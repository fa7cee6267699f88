import { describe, expect, test } from "vitest";
import { pathIn, toTurnGreen } from "./to-turn-green.ts";

const FAILING = ["tests/test_calc.py::test_add", "tests/test_old.py::test_legacy"];
const gate = { name: "pytest", run: "pytest", timeoutS: 600 };

function its(prompt: string, more: { files?: string[]; criterion?: string; mustPass?: boolean } = {}) {
  const { files = [], criterion, mustPass } = more;
  const acceptance = criterion === undefined ? [] : [{ criterion, verifyBy: "manual" as const }];
  const check = { ...gate, ...(mustPass !== undefined && { mustPass }) };
  return toTurnGreen(check, { title: "t", prompt, files, acceptance }, FAILING);
}

describe("what failed before is the task's to mend", () => {
  test.each([
    "Make test_add pass.",
    "Implement what tests/test_calc.py expects.",
    "Fix add() in calc.py: it subtracts.",
  ])("where its words name it: %s", (prompt) => {
    expect(its(prompt)).toEqual(["tests/test_calc.py::test_add"]);
  });

  test.each([
    "Make the tests pass.",
    "Get the test suite green again",
    "Fix the failing tests.",
    "Fix all type errors",
  ])("all of it where it is to mend all: %s", (prompt) => {
    expect(its(prompt)).toEqual(FAILING);
  });

  test("where it declares the test's file, a criterion names it, or the gate has to pass", () => {
    expect(its("Do it.", { files: ["tests/test_calc.py"] })).toEqual(["tests/test_calc.py::test_add"]);
    expect(its("Do it.", { criterion: "test_legacy passes" })).toEqual(["tests/test_old.py::test_legacy"]);
    expect(its("Do it.", { mustPass: true })).toEqual(FAILING);
  });

  test.each([
    "Add a page about the calculator.",
    "Write subtract(). Make sure all tests still pass.",
    "Add a function to calc.py and keep the tests green.",
  ])("and is not where nothing says so: %s", (prompt) => {
    expect(its(prompt)).toEqual([]);
  });

  test("nor where the gate says that what failed before is excused", () => {
    expect(its("Fix the failing tests.", { mustPass: false })).toEqual([]);
  });
});

test("a name may begin with its file", () => {
  expect(pathIn("tests/test_a.py::test_x")).toBe("tests/test_a.py");
  expect(pathIn("src/a.ts(#,#): error TS#")).toBe("src/a.ts");
  expect(pathIn("TestParse")).toBeNull();
  expect(pathIn("a suite > does it")).toBeNull();
});
