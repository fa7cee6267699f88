/** Starts that cannot be: what is told, and that nothing was started. And ids that are no file names. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AttemptLab } from "./attempt-lab.ts";

const DONE = '{"status":"done"}';

test.each([
  [
    "a program that is nowhere",
    ["no-such-program-here"],
    /no-such-program-here was not found\. Install it, or correct `command`/,
  ],
  ["a path where nothing is", ["./tools/agent"], /tools\/agent was not found/],
  ["no command at all", [], /no command\. Set `command`/],
  ["a directory", ["/"], /was not found/],
])("%s is a mistake in the configuration that only a person can mend", async (_what, command, message) => {
  const lab = new AttemptLab();
  const answer = await lab.host.start(lab.request(command));
  expect(answer).toMatchObject({
    type: "failed",
    outcome: { failure: { class: "config_error", restart: "terminal", message: expect.stringMatching(message) } },
  });
  expect(existsSync(lab.folder().lock)).toBe(false);
});

test("a program without permission to be executed is told apart from one that is missing", async () => {
  const lab = new AttemptLab();
  const file = join(lab.workspace, "agent.sh");
  writeFileSync(file, "#!/bin/sh\necho hi\n");
  chmodSync(file, 0o644);
  const answer = await lab.host.start(lab.request(["./agent.sh"]));
  expect(answer).toMatchObject({
    type: "failed",
    outcome: { failure: { message: expect.stringContaining("not executable") } },
  });
});

test("a workspace that is missing is named, before and after the check", async () => {
  const lab = new AttemptLab();
  const workspace = join(lab.dir, "nowhere");
  expect(await lab.host.start(lab.request(["true"], { workspace }))).toMatchObject({
    outcome: { failure: { class: "config_error", subject: workspace } },
  });
  mkdirSync(workspace);
  const command = ["sh", "-c", `rm -rf "$PWD"; echo '${DONE}'`];
  await lab.start(command, { workspace, attemptId: "removes.1" });
  expect((await lab.ended("removes.1")).outcome.type).toBe("done");
});

test("a relative program is looked for in the workspace, a name in the agent's own PATH", async () => {
  const lab = new AttemptLab();
  const bin = join(lab.workspace, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "my-agent"), `#!/bin/sh\necho '${DONE}'\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env["PATH"]}` };
  await lab.start(["bin/my-agent"], { attemptId: "path.1" });
  await lab.start(["my-agent"], { attemptId: "name.1", config: { env } });
  expect((await lab.ended("path.1")).outcome.type).toBe("done");
  expect((await lab.ended("name.1")).outcome.type).toBe("done");
});

test("an agent's PATH without our own tools does not disturb its keeper", async () => {
  const lab = new AttemptLab();
  await lab.start(["/bin/sh", "-c", `echo "$PATH" >&2; echo '${DONE}'`], { config: { env: { PATH: "/nowhere" } } });
  expect((await lab.ended()).outcome.type).toBe("done");
  expect(readFileSync(join(lab.folder().dir, "err.0"), "utf8")).toBe("/nowhere\n");
});

test("an agent of a Reeve that is itself an agent's tool carries both marks, so that either can end it", async () => {
  const lab = new AttemptLab();
  await lab.start(["sh", "-c", `echo "$REEVE_MARK" >&2; echo '${DONE}'`], {
    config: { env: { REEVE_MARK: "outer-1" } },
  });
  await lab.ended();
  expect(readFileSync(join(lab.folder().dir, "err.0"), "utf8")).toBe(`outer-1:${lab.folder().mark}\n`);
});

test("a program that fails to be executed after all is a mistake in the configuration too", async () => {
  const lab = new AttemptLab();
  writeFileSync(join(lab.workspace, "bad"), "#!/no/such/interpreter\n", { mode: 0o755 });
  await lab.start(["./bad"]);
  expect((await lab.ended()).outcome).toMatchObject({ failure: { class: "config_error", restart: "terminal" } });
});

test("a folder that cannot be written is told as such", async () => {
  const lab = new AttemptLab();
  rmSync(join(lab.runDir, "attempts"), { recursive: true, force: true });
  writeFileSync(join(lab.runDir, "attempts"), "a file in the way");
  expect(await lab.host.start(lab.request(["true"]))).toMatchObject({
    outcome: { failure: { class: "config_error", message: expect.stringContaining("could not write to") } },
  });
});

test("ids of any characters stay ids: they reach neither a shell nor another folder", async () => {
  const lab = new AttemptLab();
  const ids = [
    "../../up.1",
    "$(touch hacked).1",
    "a b;c'd\"e.1",
    "-rf.1",
    ".hidden.1",
    "é/ü.1",
    "x".repeat(300),
    "%41.1",
    "A.1",
    "a.1",
  ];
  for (const attemptId of ids)
    await lab.start(["sh", "-c", `printf %s "$REEVE_TASK_ID" >&2; echo '${DONE}'`], { attemptId, taskId: attemptId });
  for (const id of ids) {
    expect((await lab.ended(id)).outcome.type).toBe("done");
    expect(readFileSync(join(lab.folder(id).dir, "err.0"), "utf8")).toBe(id);
  }
  expect(new Set(ids.map((id) => lab.folder(id).dir.toLowerCase())).size).toBe(ids.length);
  expect(existsSync(join(lab.workspace, "hacked"))).toBe(false);
});

test("fifty attempts start, end and are told apart", async () => {
  const lab = new AttemptLab();
  const ids = Array.from({ length: 50 }, (_, at) => `t${at}.1`);
  await Promise.all(ids.map((attemptId, at) => lab.start(["sh", "-c", `exit ${at}`], { attemptId })));
  for (const [at, id] of ids.entries()) {
    const { outcome } = await lab.ended(id);
    const evidence = outcome.type === "failed" ? outcome.failure.evidence[0] : undefined;
    expect([id, evidence]).toEqual([id, at === 0 ? undefined : `exit ${at}`]);
  }
});
