/** What could come next on a command line: from the commands themselves, and from the names in the project. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { COMMANDS } from "../program.ts";
import { complete, type Names } from "./complete.ts";
import { SCRIPTS, SHELLS } from "./scripts.ts";

const TABLE = Object.values(COMMANDS).flat();
const NAMES: Names = {
  tasks: async () => ["build-api", "docs"],
  questions: async () => ["q3", "q7"],
  runs: async () => ["r1", "r2"],
};

const words = async (...typed: string[]) => (await complete(TABLE, typed, NAMES)).words.map(([word]) => word);

it("offers commands by their beginning, and those below a command", async () => {
  expect(await words("wat")).toEqual(["watch"]);
  expect(await words("")).toContain("run");
  expect(await words("parked", "")).toEqual(expect.arrayContaining(["list", "show"]));
  expect(await words("-C", "../shop", "stat")).toEqual(["status"]);
});

it("offers the tasks, questions and runs of the project where a command takes them", async () => {
  expect(await words("retry", "b")).toEqual(["build-api"]);
  expect(await words("answer", "")).toEqual(["q3", "q7"]);
  expect(await words("ack", "q3", "")).toEqual(["q3", "q7"]);
  expect(await words("watch", "")).toEqual(["r1", "r2"]);
  expect(await words("status", "--run", "")).toEqual(["r1", "r2"]);
  expect(await words("answer", "q3", "")).toEqual([]);
});

it("offers options, and the values of those that take one of a few", async () => {
  expect(await words("logs", "docs", "--r")).toEqual(["--run", "--raw"]);
  expect(await words("cut", "docs", "--because", "")).toEqual(["budget", "wrong", "spinning", "path"]);
  expect(await complete(TABLE, ["check", ""], NAMES)).toMatchObject({ files: true });
});

it.each(SHELLS)("hands %s a script that it reads without a complaint", (shell) => {
  const dir = mkdtempSync(join(tmpdir(), "reeve-completion-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, `reeve.${shell}`);
  writeFileSync(file, SCRIPTS[shell]);
  const read = spawnSync(shell, ["-n", file], { encoding: "utf8" });
  // Where a shell is not installed nobody completes with it.
  expect(read.error === undefined ? read.stderr : "").toBe("");
  expect(SCRIPTS[shell]).toContain("reeve completion words");
  expect(SCRIPTS[shell]).not.toMatch(/\beval\b/);
});
