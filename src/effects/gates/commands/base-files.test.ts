import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aRepository } from "../../../../test/repository.ts";
import { openGit } from "../../git/git.ts";
import { findGatesInFolder, openGateFinder, textAt } from "./base-files.ts";

const PAGE = "## Quality Gates\n- `npm test`\n";

function repository(files: Readonly<Record<string, string>>) {
  const made = aRepository(files);
  onTestFinished(() => made.remove());
  return { ...made, gitPort: openGit(made.dir) };
}

test("a file is read as the commit has it, relative to the project, whatever the checkout says now", async () => {
  const { dir, gitPort, head, write } = repository({ "pkg é/-a b": "one\n" });
  write("pkg é/-a b", "two\n");
  const root = join(dir, "pkg é");
  expect(await textAt(gitPort, root, head(), "-a b")).toEqual({ ok: true, text: "one\n" });
  expect(await textAt(gitPort, root, head(), "none")).toEqual({ ok: true, text: undefined });
});

test("a git that does not run is a failure, not an absent file", async () => {
  const { dir, gitPort, head } = repository({ a: "" });
  expect(await textAt(gitPort, join(dir, "nowhere"), head(), "a")).toMatchObject({ ok: false });
});

test("gates are those of the commit that is asked for", async () => {
  const { dir, gitPort, head, write, commit } = repository({ "AGENTS.md": PAGE });
  const find = openGateFinder(gitPort, dir);
  const first = head();
  write("AGENTS.md", "# Nothing\n");
  const second = commit("Weaken");
  expect(await find(first)).toMatchObject({ ok: true, gates: [{ run: "npm test" }] });
  expect(await find(second)).toEqual({ ok: true, gates: [] });
});

test("without git the pages of the folder are read", async () => {
  const { dir, write } = repository({ "CLAUDE.md": PAGE });
  expect(await findGatesInFolder(dir)).toMatchObject({ ok: true, gates: [{ run: "npm test" }] });
  write("AGENTS.md", "## Quality Gates\n- `make all`\n");
  expect(await findGatesInFolder(dir)).toMatchObject({ ok: true, gates: [{ run: "make all" }] });
});
