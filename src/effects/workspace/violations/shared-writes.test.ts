/** What all worktrees of a repository share is the user's: changes that did not come from the user's checkouts are told. */
import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aRepository, gitIn, type TestRepository } from "../../../../test/repository.ts";
import { aWorkspaceLab, type WorkspaceLab } from "../../../../test/workspace-lab.ts";

let user: TestRepository;
let lab: WorkspaceLab;

beforeEach(async () => {
  user = aRepository({ "a.txt": "a\n" });
  user.git("branch", "side");
  user.git("tag", "v1");
  user.write("a.txt", "stashed\n");
  user.git("stash", "--quiet");
  lab = await aWorkspaceLab(user);
  await lab.ready();
  expect(await told()).toEqual([]);
});

afterEach(() => user.remove());

test("a branch or tag that an agent moved or deleted is told; its own branches are not", async () => {
  lab.write("a.txt", "by the agent\n");
  lab.git("commit", "--quiet", "--all", "--message", "Own");
  lab.git("branch", "--quiet", "--force", "side");
  lab.git("tag", "--delete", "v1");
  lab.git("switch", "--quiet", "--create", "of-the-agent");
  await lab.sealed();
  expect(await told()).toEqual([".git/refs/heads/side", ".git/refs/tags/v1"]);
  expect(await told()).toEqual([]);
});

test("a commit of an agent on the user's branch is told, the user's own commits and switches are not", async () => {
  user.write("a.txt", "by the user\n");
  user.git("commit", "--quiet", "--all", "--message", "Own");
  const linked = join(dirname(user.dir), "linked");
  user.git("worktree", "add", "--quiet", linked, "side");
  gitIn(linked, "commit", "--quiet", "--allow-empty", "--message", "Own, elsewhere");
  expect(await told()).toEqual([]);
  lab.git("switch", "--quiet", "--ignore-other-worktrees", "main");
  lab.git("commit", "--quiet", "--allow-empty", "--message", "On main");
  expect(await told()).toEqual([".git/refs/heads/main"]);
});

test("an entry of the stash that is gone is told with what brings it back", async () => {
  const lost = user.git("rev-parse", "stash");
  lab.git("stash", "drop", "--quiet");
  expect(await told()).toEqual([`.git/refs/stash lost ${lost} (\`git stash store ${lost}\` brings it back)`]);
  user.git("stash", "store", lost);
  expect(user.git("stash", "list")).toContain("stash@{0}");
  await told();
  lab.write("a.txt", "by the agent\n");
  lab.git("stash", "--quiet");
  expect(await told()).toEqual([expect.stringMatching(/refs\/stash got [0-9a-f]+ from a task's worktree/)]);
});

test("hooks and configuration are told", async () => {
  writeFileSync(join(user.dir, ".git/hooks/pre-push"), "#!/bin/sh\n");
  chmodSync(join(user.dir, ".git/hooks/pre-push"), 0o755);
  lab.git("config", "core.sshCommand", "false");
  expect(await told()).toEqual([".git/config", ".git/hooks/pre-push"]);
});

test("configuration that stops git altogether is told", async () => {
  lab.git("config", "core.repositoryFormatVersion", "1");
  lab.git("config", "extensions.unheardOf", "true");
  expect(await told()).toEqual([".git/config"]);
});

async function told(): Promise<readonly string[]> {
  return (await lab.workspaces.outsideWrites()).filter((path) => path.startsWith(".git/"));
}
