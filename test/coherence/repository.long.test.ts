import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkCoherence } from "../../src/effects/coherence/check-coherence.ts";
import { type Git, openGit } from "../../src/effects/git/git.ts";
import { branchesOf, gitReportOn, inShort } from "./branch-lab.ts";

const users = "export function getUser(id: string): string { return id; }\n";

test("branches are read from git alone: odd names, other folders, other encodings, links; nothing is written", async () => {
  const repository = branchesOf(
    {
      "my app/src/ü ser.ts": users,
      "my app/src/old.ts": "import { getUser } from './ü ser';\ngetUser('1');\n",
      "other/src/x.ts": "import { gone } from './gone';\n",
    },
    {
      first: { "my app/src/ü ser.ts": "export const other = 1;\n", "other/y.ts": "import './nowhere';\n" },
      second: {
        "my app/src/page.ts": "import { getUser } from './ü ser.js';\ngetUser('1');\n",
        "my app/latin.ts": "// \u00ff\nexport const l1 = 1;\n",
      },
    },
  );
  const before = repository.git("status", "--porcelain=v2", "--branch");
  const report = await gitReportOn(repository, ["first", "second"], { prefix: "my app/" });
  expect(inShort(report)).toEqual([
    "interface_mismatches critical getUser -> second",
    "interface_mismatches critical getUser -> first",
  ]);
  expect(report.interface_mismatches.map((each) => each.files[1])).toEqual(["src/page.ts:1", "src/old.ts:1"]);
  expect(repository.git("status", "--porcelain=v2", "--branch")).toBe(before);
});

test("a branch that began before the base moved on is only asked about its own changes", async () => {
  const repository = branchesOf(
    { "a.ts": users },
    { first: { "b.ts": "import { getUser } from './a';\ngetUser('1');\n" } },
  );
  repository.write("a.ts", `${users}export const added = 1;\n`);
  repository.write("gone.ts", "export const g1 = 1;\n");
  repository.commit("The base moves on");
  expect(inShort(await gitReportOn(repository, ["first"]))).toEqual([]);
});

test("ignored files are asked of git", async () => {
  const repository = branchesOf(
    { ".gitignore": "generated\n" },
    { first: { "src/a.ts": "import { c } from './generated/client';\nc;\n" } },
  );
  expect(inShort(await gitReportOn(repository, ["first"]))).toEqual([]);
});

test("what git cannot read comes back as a failure", async () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve-nowhere-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const answer = await checkCoherence({ git: openGit(dir), prefix: "", base: "main", branches: [] });
  expect(answer).toMatchObject({ ok: false, failure: { message: expect.any(String) } });
});

test("2,000 files, of which a branch changes one that 50 use: only those are parsed", async () => {
  const files: Record<string, string> = { "src/core.ts": "export function core(a: number): void {}\n" };
  for (let i = 0; i < 2000; i += 1) {
    const uses = i < 50 ? "import { core } from './core';\ncore(1);\n" : "";
    files[`src/f${i}.ts`] =
      `${uses}${`export function f${i}x(a: string, b: number): string { return a + b; }\n`.repeat(3)}`;
  }
  const repository = branchesOf(files, {
    first: { "src/core.ts": "export function core(a: number, b: number): void {}\n" },
    second: { "src/new.ts": "import { core } from './core';\ncore(2);\n" },
  });
  const git = openGit(repository.dir);
  const read = new Set<string>();
  const noting: Git["run"] = (args, options) => {
    if (args[0] === "cat-file") for (const blob of options?.input?.match(/^[0-9a-f]{40}$/gm) ?? []) read.add(blob);
    return git.run(args, options);
  };
  const report = await gitReportOn(repository, ["first", "second"], { git: { run: noting } });
  expect(report.interface_mismatches.map((each) => each.must_change)).toEqual(["second", "first"]);
  expect(report.interface_mismatches[1]?.sentence).toContain("(src/f0.ts and 49 more)");
  // The one before and after, the new one, and those that use it.
  expect(read.size).toBeGreaterThanOrEqual(50);
  expect(read.size).toBeLessThan(60);
});
