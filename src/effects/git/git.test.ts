/** Git as Reeve calls it: on its own terms, and with failures that say what to do. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { aRepository, type TestRepository } from "../../../test/repository.ts";
import { until } from "../../../test/wait.ts";
import { openGit } from "./git.ts";
import { readFailure } from "./git-failure.ts";

const repositories: TestRepository[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const repository of repositories.splice(0)) repository.remove();
});

test("an answer is the output and the exit code; codes that are answers are no failures", async () => {
  const { dir, head } = kept();
  const git = openGit(dir);
  expect(await git.run(["rev-parse", "HEAD"])).toEqual({ ok: true, out: `${head()}\n`, code: 0 });
  const told = await git.run(["rev-parse", "--verify", "--quiet", "nothing"], { okCodes: [1] });
  expect(told).toMatchObject({ ok: true, code: 1 });
  expect(await git.run(["rev-parse", "--verify", "--quiet", "nothing"])).toMatchObject({ ok: false, code: 1 });
  expect(await git.run(["hash-object", "--stdin"], { input: "x" })).toMatchObject({
    out: expect.stringMatching(/^c1b0730e/),
  });
});

test("whatever still runs is ended when nobody waits for it any longer, and nothing more is begun", async () => {
  const { dir } = kept();
  const ended = new AbortController();
  const git = openGit(dir, { ended: ended.signal });
  const spinning = git.run(["-c", "alias.spin=!echo > begun; while :; do :; done", "spin"]);
  await until("git to be at work", () => existsSync(join(dir, "begun")));
  ended.abort();
  expect(await spinning).toMatchObject({ ok: false, failure: { message: expect.stringContaining("was stopped") } });
  expect(await git.run(["rev-parse", "HEAD"])).toMatchObject({ ok: false });
});

test("hooks, signing, editors, the caller's GIT_* and its name have no say", async () => {
  const { dir, git: asUser } = kept();
  const hooks = join(dir, ".git/hooks");
  mkdirSync(hooks, { recursive: true });
  writeFileSync(join(hooks, "pre-commit"), "#!/bin/sh\nexit 1\n");
  chmodSync(join(hooks, "pre-commit"), 0o755);
  asUser("config", "commit.gpgSign", "true");
  asUser("config", "core.editor", "false");
  asUser("config", "user.name", "Somebody");
  for (const name of ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_AUTHOR_NAME", "GIT_TRACE"])
    vi.stubEnv(name, "1");
  const git = openGit(dir);
  expect(await git.run(["commit", "--allow-empty", "--quiet"], {})).toMatchObject({ ok: false });
  expect(await git.run(["commit", "--allow-empty", "--quiet", "-m", "x"])).toMatchObject({ ok: true });
  vi.unstubAllEnvs();
  expect(asUser("log", "-1", "--format=%an %cn")).toBe("Reeve Reeve");
});

test("an object that is missing is got from nowhere: a remote that promises it may be a program", async () => {
  const { dir, git: asUser } = kept();
  const mark = join(dir, ".git/fired");
  for (const [name, value] of Object.entries({
    "remote.evil.url": `ext::touch ${mark}`,
    "remote.evil.promisor": "true",
    "extensions.partialClone": "evil",
    "protocol.ext.allow": "always",
  }))
    asUser("config", name, value);
  const missing = "1234567890".repeat(4);
  expect(await openGit(dir).run(["cat-file", "-p", missing])).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining("partial clone") },
  });
  expect(existsSync(mark)).toBe(false);
  // The trap works: a git that is let does run it.
  expect(() => asUser("cat-file", "-p", missing)).toThrow();
  expect(existsSync(mark)).toBe(true);
});

test("every git carries the marker, after the marks of those it runs inside", async () => {
  const { dir } = kept();
  vi.stubEnv("REEVE_MARK", "outer");
  const git = openGit(dir, { marker: "run-1" });
  const said = await git.run(["-c", "alias.mark=!printenv REEVE_MARK", "mark"]);
  expect(said.out).toBe("outer:run-1\n");
});

test("a call that is no longer wanted ends, with the processes it has started", async () => {
  const { dir } = kept();
  const stop = new AbortController();
  const waiting = openGit(dir).run(["-c", "alias.wait=!sleep 1000", "wait"], { signal: stop.signal });
  stop.abort();
  expect(await waiting).toMatchObject({ ok: false, failure: { class: "git_state", restart: "transient" } });
});

test("a git that takes too long, or that was never wanted, is told as such", async () => {
  const { dir } = kept();
  const late = await openGit(dir).run(["-c", "alias.wait=!sleep 1000", "wait"], { timeoutMs: 50 });
  expect(late).toMatchObject({ ok: false, failure: { class: "timeout", restart: "transient" } });
  const never = await openGit(dir).run(["-c", "alias.made=!touch made", "made"], { signal: AbortSignal.abort() });
  expect(never).toMatchObject({ ok: false, code: null, failure: { class: "git_state", restart: "transient" } });
  expect(existsSync(join(dir, "made"))).toBe(false);
});

test("what git leaves running in the background with its output open keeps nobody waiting", async () => {
  const { dir } = kept();
  const left = await openGit(dir).run(["-c", "alias.leave=!(sleep 1000 & echo $!)", "leave"]);
  expect(left).toMatchObject({ ok: true, code: 0 });
  process.kill(Number(left.out));
});

test("more arguments than the system takes are a failure, not a crash", async () => {
  const { dir } = kept();
  const said = await openGit(dir).run(["rev-parse", "x".repeat(10_000_000)]);
  expect(said).toMatchObject({ ok: false, code: null });
});

test.each([
  ["fatal: write error: No space left on device", "disk_full", "transient"],
  [
    "fatal: Unable to create '/r/.git/index.lock': File exists.\n\nAnother git process seems to be running",
    "git_state",
    "transient",
  ],
  [
    "fatal: update_ref failed for ref 'refs/heads/x': cannot lock ref 'refs/heads/x': is at 0a but expected 1b",
    "git_state",
    "transient",
  ],
  ["error: insufficient permission for adding an object to repository database .git/objects", "permission", "terminal"],
  ["fatal: detected dubious ownership in repository at '/r'", "permission", "terminal"],
  ["error: object file .git/objects/0a/1b is empty\nfatal: loose object 0a1b is corrupt", "git_state", "terminal"],
  ["fatal: unable to access 'https://host/': Could not resolve host: host", "network", "transient"],
  ["git@host: Permission denied (publickey).", "auth", "terminal"],
  ["fatal: something new", "git_state", "persistent"],
])("%s", (err, name, restart) => {
  const failure = readFailure({ args: ["update-ref", "x"], cwd: "/r", err, end: { exitCode: 128 } });
  expect(failure).toMatchObject({
    class: name,
    restart,
    message: expect.stringContaining("`git update-ref` in /r failed: "),
  });
  expect(failure.evidence.length).toBeGreaterThan(0);
});

test("evidence is the last lines, without secrets", () => {
  vi.stubEnv("DEPLOY_TOKEN", "s3cr3t-token");
  const err = `${"noise\n".repeat(50)}fatal: unable to access 'https://me:hunter22@host/x': s3cr3t-token`;
  const { evidence, message } = readFailure({ args: ["fetch"], cwd: "/r", err, end: { exitCode: 128 } });
  expect(evidence).toHaveLength(10);
  expect([message, ...evidence].join()).not.toMatch(/hunter22|s3cr3t/);
});

test("no git, no folder: each is told apart", async () => {
  const { dir } = kept();
  const gone = await openGit(join(dir, "gone")).run(["status"]);
  expect(gone).toMatchObject({
    ok: false,
    failure: { class: "git_state", message: expect.stringContaining("folder is gone") },
  });
  const missing = await openGit(dir).run(["status"], { env: { PATH: dir } });
  expect(missing).toMatchObject({ ok: false, failure: { class: "config_error", restart: "terminal", subject: "git" } });
});

function kept(): TestRepository {
  const repository = aRepository();
  repositories.push(repository);
  return repository;
}
