import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aRepository } from "../../../test/repository.ts";
import { defaultConfig } from "../../config/parse-config.ts";
import { projectAt } from "../project/project.ts";
import { inspectMachine } from "./inspect-machine.ts";

test("a repository that can be worked in is told with its branch, and gh is never demanded", async () => {
  const repository = aRepository();
  onTestFinished(() => repository.remove());
  const found = await findings(repository.dir);
  expect(found).toContainEqual({ what: `The repository ${repository.dir} can be worked in (main)`, good: true });
  expect(found).toContainEqual({ what: expect.stringMatching(/^Pull requests: /), good: true });
});

test("a folder without a repository, or without a commit in it, is a problem with its fix", async () => {
  const empty = aRepository({});
  onTestFinished(() => empty.remove());
  expect(await findings(empty.dir)).toContainEqual({
    what: expect.stringContaining("has no commit yet"),
    good: false,
    fix: expect.stringContaining("Commit something first"),
  });
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve-doctor-")));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const problem = { what: `${dir} is not in a git repository`, good: false, fix: expect.stringContaining("git init") };
  expect(await findings(dir)).toContainEqual(problem);
  expect(await findings(dir, "none")).not.toContainEqual(problem);
});

function findings(root: string, isolation: "worktree" | "none" = "worktree") {
  return inspectMachine(projectAt(root, join(root, ".reeve")), { ...defaultConfig(), isolation });
}
