/** A first pair of files for a folder: what is found is written, and nothing is written over. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { refusalOf, valueIn } from "../../../test/app-lab.ts";
import { checkPlan } from "../plan/check-plan.ts";
import { initProject } from "./init.ts";
import { findProject } from "./project.ts";

function aFolder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve-init-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test("a folder without git gets files that are right as they are, with the agents on PATH", async () => {
  const [folder, bin] = [aFolder(), aFolder()];
  writeFileSync(join(bin, "claude"), "#!/bin/sh\n");
  chmodSync(join(bin, "claude"), 0o755);
  const begun = valueIn(initProject(folder, { PATH: bin, HOME: folder }));
  expect(begun).toMatchObject({
    written: ["reeve.yaml", "plan.yaml"],
    isolation: "none",
    first: { adapter: "claude" },
  });
  const checked = await checkPlan(findProject(folder), undefined, { cwd: folder, now: 0 });
  expect(checked).toMatchObject({ mistakes: [], facts: { tasks: 2, agents: { claude: 2 } } });
});

test("in a repository every task is to have a worktree; without an agent none is made up", () => {
  const folder = aFolder();
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(folder, "deep"));
  const begun = valueIn(initProject(join(folder, "deep"), { PATH: "/nowhere" }));
  expect(begun).toMatchObject({ isolation: "worktree", first: null, agents: { installed: [] } });
});

test("files that are there stay as they are", () => {
  const folder = aFolder();
  writeFileSync(join(folder, "plan.yaml"), "mine\n");
  expect(refusalOf(initProject(folder, {}))).toEqual({ what: "files_exist", files: ["plan.yaml"] });
  expect(readFileSync(join(folder, "plan.yaml"), "utf8")).toBe("mine\n");
});
