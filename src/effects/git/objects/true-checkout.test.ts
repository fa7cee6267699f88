/** What counts as the files that a commit names, over real repositories. */
import { chmodSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aRepository, type TestRepository } from "../../../../test/repository.ts";
import { openGit } from "../git.ts";
import { openTrueCheckout } from "./true-checkout.ts";

let repository: TestRepository;
beforeEach(() => {
  repository = aRepository({ "a.txt": "a\n", "deep/er/b.txt": "b\n", "deep-er.txt": "c\n", deep0: "d\n" });
});
afterEach(() => repository.remove());

const open = () => openTrueCheckout(openGit(repository.dir));
const head = () => repository.git("rev-parse", "HEAD");

test("files, folders, links, programs, odd names and what line ends are turned into are what the commit names", async () => {
  symlinkSync("a.txt", join(repository.dir, "link"));
  repository.write("run.sh", "#!/bin/sh\n");
  chmodSync(join(repository.dir, "run.sh"), 0o755);
  repository.write("line\nend", "x\n");
  writeFileSync(Buffer.concat([Buffer.from(`${repository.dir}/`), Buffer.from([0xff, 0x62])]), "latin\n");
  repository.write(".gitattributes", "*.win text eol=crlf\n*.id ident\n");
  repository.write("crlf.win", "one\ntwo\n");
  repository.write("name.id", "$Id$\n");
  repository.commit("All kinds");
  for (const file of ["crlf.win", "name.id"]) rmSync(join(repository.dir, file));
  repository.git("checkout", "--", ".");
  expect(await open().ask(head(), { cwd: repository.dir })).toBeNull();
});

test("a file whose object was written over is none of them, though git has checked it out as if it were", async () => {
  writeOver(repository.git("rev-parse", "HEAD:deep/er/b.txt"), "forged\n");
  rmSync(join(repository.dir, "deep/er/b.txt"));
  repository.git("checkout", "--", ".");
  expect(await open().ask(head(), { cwd: repository.dir })).toMatchObject({
    class: "git_state",
    message: expect.stringContaining("deep/er/b.txt"),
  });
});

test("an index that is not the commit's, and a file that is gone, are told", async () => {
  const checkout = open();
  const commit = head();
  rmSync(join(repository.dir, "a.txt"));
  expect(await checkout.ask(commit, { cwd: repository.dir })).toMatchObject({
    message: expect.stringContaining("a.txt"),
  });
  repository.git("rm", "--quiet", "--cached", "a.txt");
  expect(await checkout.ask(commit, { cwd: repository.dir })).toMatchObject({ subject: commit });
});

test("what was found true is looked at again once it was touched, whatever time it was given", async () => {
  const checkout = open();
  expect(await checkout.ask(head(), { cwd: repository.dir })).toBeNull();
  writeOver(repository.git("rev-parse", "HEAD:a.txt"), "z\n");
  writeFileSync(join(repository.dir, "a.txt"), "z\n");
  utimesSync(join(repository.dir, "a.txt"), 1, 1);
  expect(await checkout.ask(head(), { cwd: repository.dir })).not.toBeNull();
});

function writeOver(name: string, text: string): void {
  const file = join(repository.dir, ".git/objects", name.slice(0, 2), name.slice(2));
  rmSync(file, { force: true });
  writeFileSync(file, deflateSync(Buffer.from(`blob ${Buffer.byteLength(text)}\0${text}`)));
}
