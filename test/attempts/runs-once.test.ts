/** The starter dies, orders come twice, starting and giving up race: an attempt runs at most once, and its end is told. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { giveUp } from "../../src/effects/processes/attempt-folder.ts";
import { createStarterClient } from "../../src/effects/processes/starter-client.ts";
import { until } from "../wait.ts";
import { AttemptLab, isAlive } from "./attempt-lab.ts";

const DONE = '{"status":"done"}';
/** Works until a file named go is there. */
const WAITS = ["sh", "-c", `echo up; until [ -e go ]; do sleep 0.02; done; echo '${DONE}'`];

test("the starter is killed: agents do not notice, and the next request starts another one", async () => {
  const lab = new AttemptLab();
  await lab.start(WAITS, { attemptId: "before.1" });
  process.kill(lab.starter.pid() ?? 0, "SIGKILL");
  await lab.start(WAITS, { attemptId: "after.1" });
  writeFileSync(join(lab.workspace, "go"), "");
  expect((await lab.ended("before.1")).outcome.type).toBe("done");
  expect((await lab.ended("after.1")).outcome.type).toBe("done");
});

test("the starter is killed over and over while attempts start: each of them runs exactly once", async () => {
  const lab = new AttemptLab();
  const ids = Array.from({ length: 20 }, (_, at) => `t${at}.1`);
  const command = ["sh", "-c", `echo x >> "ran-$REEVE_TASK_ID"; echo '${DONE}'`];
  const starts = ids.map((attemptId) => lab.start(command, { attemptId, taskId: attemptId }));
  for (let kill = 0; kill < 5; kill += 1) {
    // When all have been started nobody asks for another starter.
    const pid = await until(
      "a starter",
      () => lab.starter.pid() ?? (lab.ends.length === ids.length ? "over" : undefined),
    );
    if (pid === "over") break;
    await until("three more ends", () => lab.ends.length > kill * 3);
    if (lab.starter.pid() === pid) process.kill(pid, "SIGKILL");
  }
  await Promise.all(starts);
  for (const id of ids) expect((await lab.ended(id)).outcome.type).toBe("done");
  expect(ids.map((id) => readFileSync(join(lab.workspace, `ran-${id}`), "utf8"))).toEqual(ids.map(() => "x\n"));
});

test("the starter ends by itself when Reeve is killed, and the keeper lives on", async () => {
  const lab = new AttemptLab();
  const reeve = fileURLToPath(new URL("./reeve-stand-in.ts", import.meta.url));
  const request = lab.request(WAITS);
  const child = spawn(process.execPath, [reeve, lab.runDir, JSON.stringify(request)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  const { starterPid, agentPid } = JSON.parse(String(line));
  child.kill("SIGKILL");
  await until("the starter to end", async () => !(await isAlive(starterPid)));
  expect(await isAlive(agentPid)).toBe(true);
  expect(await lab.host.adopt(request)).toMatchObject({ state: "running", agent: { pid: agentPid } });
  await lab.host.stop("task.1", 1_000);
});

test("a claimed attempt that no keeper has taken is given up for good: a start on its way finds the door closed", async () => {
  const lab = new AttemptLab();
  const request = lab.request(["sh", "-c", "echo x > ran"]);
  expect(await lab.host.observe("task.1")).toEqual({ state: "never_started" });
  expect(await lab.host.observe("task.1")).toEqual({ state: "never_started" });
  expect(await lab.host.start(request)).toMatchObject({
    type: "failed",
    outcome: { failure: { restart: "transient" } },
  });
  expect(lab.ends).toEqual([]);
});

test("giving up and starting at the same moment: one of them wins, always", async () => {
  const lab = new AttemptLab();
  const ids = Array.from({ length: 30 }, (_, at) => `t${at}.1`);
  const command = ["sh", "-c", `echo '${DONE}'`];
  await Promise.all(
    ids.map(async (attemptId) => {
      const start = lab.host.start(lab.request(command, { attemptId }));
      mkdirSync(lab.folder(attemptId).dir, { recursive: true });
      const gaveUp = await giveUp(lab.folder(attemptId));
      const answer = await start;
      expect(answer.type).toBe(gaveUp ? "failed" : "started");
      if (!gaveUp) expect((await lab.ended(attemptId)).outcome.type).toBe("done");
    }),
  );
});

test("an order that is delivered twice, to two Reeves, runs once", async () => {
  const lab = new AttemptLab();
  const command = ["sh", "-c", `echo x >> ran; until [ -e go ]; do sleep 0.02; done; echo '${DONE}'`];
  await Promise.all([lab.start(command), lab.start(command)]);
  await lab.crash();
  await lab.start(command);
  writeFileSync(join(lab.workspace, "go"), "");
  expect((await lab.ended()).outcome.type).toBe("done");
  expect(readFileSync(join(lab.workspace, "ran"), "utf8")).toBe("x\n");
});

test("a helper that cannot be run is told, not waited for", async () => {
  const broken = createStarterClient([process.execPath, "-e", "process.exit(3)"]);
  const lab = new AttemptLab({ starter: broken });
  await expect(broken.ask("boot_id", {})).rejects.toThrow(/helper process does not run: it ended with 3/);
  await broken.close();
  expect(lab.ends).toEqual([]);
});
