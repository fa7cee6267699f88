import { expect, onTestFinished, test } from "vitest";
import { aRepository } from "../../../test/repository.ts";
import type { BaseAnswer } from "../gates/commands/base-runs.ts";
import { openGit } from "../git/git.ts";
import { openBroughtBy } from "./brought-by.ts";

const check = { name: "pytest", run: "pytest", timeoutS: 9 };
const NEW = "tests/test_new.py::test_it";

/** Two merges of Reeve's: `tests` brings a test, `page` a page. */
function aRun(names: readonly string[]) {
  const repository = aRepository({ "README.md": "# A project\n" });
  onTestFinished(() => repository.remove());
  const runBase = repository.head();
  repository.write("tests/test_new.py", "fails");
  repository.commit("Merge tests: the tests\n\nReeve-Task: tests\n");
  repository.write("page.txt", "a page");
  const base = repository.commit("Merge page: a page\n\nReeve-Task: page\n");
  const run = { passed: names.length === 0, timedOut: false, code: 1, names, complaints: [], diagnostics: [] };
  const began: BaseAnswer = { type: "ran", run };
  const broughtBy = openBroughtBy({
    git: openGit(repository.dir),
    baseRuns: { get: async () => began },
    runBase,
    prefix: "",
  });
  const { signal } = new AbortController();
  return (failing: readonly string[], builtOn: readonly string[], from = base) =>
    broughtBy({ check, base: from === "run" ? runBase : from, failing, builtOn, signal });
}

test("what came with a task it builds on is its own, what came with another is not", async () => {
  const brought = aRun([]);
  expect(await brought([NEW], ["tests"])).toEqual([NEW]);
  expect(await brought([NEW], ["page"])).toEqual([]);
  expect(await brought([NEW], ["nobody"])).toEqual([]);
});

test("a name that tells no file counts where anything of what it builds on came in", async () => {
  const brought = aRun([]);
  expect(await brought(["TestParse"], ["page"])).toEqual(["TestParse"]);
});

test("what failed when the run began came with nobody", async () => {
  expect(await aRun([NEW])([NEW], ["tests"])).toEqual([]);
  expect(await aRun([])([NEW], ["tests"], "run")).toEqual([]);
});
