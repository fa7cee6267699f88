/** Everything that can be killed is killed, at the worst moment; nothing is lost without being told, nothing runs twice. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readKept } from "../../src/effects/processes/attempt-folder.ts";
import { until } from "../wait.ts";
import { AttemptLab, FIXTURES, isAlive } from "./attempt-lab.ts";

const DONE = '{"status":"done"}';
/** Works until a file named go is there. */
const WAITS = ["sh", "-c", `echo up; until [ -e go ]; do sleep 0.02; done; echo '${DONE}'`];

test("Reeve is killed: its agent works on, is found again, and its end is told once", async () => {
  const lab = new AttemptLab();
  const pid = await lab.start(WAITS);
  await lab.said("up");
  await lab.crash();
  expect(await lab.host.adopt(lab.request(WAITS))).toMatchObject({ state: "running", agent: { pid } });
  writeFileSync(join(lab.workspace, "go"), "");
  expect((await lab.ended()).outcome.type).toBe("done");
  expect(lab.ends).toHaveLength(1);
});

test("Reeve is killed and the agent ends meanwhile: its exit is waiting, its output complete", async () => {
  const lab = new AttemptLab();
  await lab.start(WAITS);
  await lab.host.close();
  writeFileSync(join(lab.workspace, "go"), "");
  await until("every process of the attempt to end", async () => (await lab.processes()).length === 0);
  await lab.crash();
  expect(await lab.host.adopt(lab.request(WAITS))).toMatchObject({
    state: "ended",
    exit: { exit: { code: 0, signal: null } },
  });
  expect((await lab.ended()).outcome.type).toBe("done");
});

test("an adopted attempt can go on where its reader had been", async () => {
  const lab = new AttemptLab();
  await lab.start(WAITS);
  await lab.said("up");
  await lab.crash();
  lab.events.length = 0;
  await lab.host.adopt(lab.request(WAITS), { out: "up\n".length, err: 0 });
  writeFileSync(join(lab.workspace, "go"), "");
  await lab.ended();
  expect(lab.events.map(({ event }) => event)).toEqual([{ type: "text", text: DONE }]);
});

test("Reeve is killed in the middle of a stop: the end is not taken for a crash afterwards", async () => {
  const lab = new AttemptLab();
  await lab.start(["sleep", "1000"]);
  writeFileSync(lab.folder().stopping, "");
  await lab.crash();
  await lab.host.adopt(lab.request(["sleep", "1000"]));
  await lab.host.stop("task.1", 1_000);
  expect((await lab.ended()).outcome).toEqual({ type: "stopped" });
});

test("the keeper is killed: its agent is ended, and the attempt is lost, not failed", async () => {
  const lab = new AttemptLab();
  const pid = await lab.start([`${FIXTURES}family.sh`]);
  await lab.said("family up");
  process.kill((await readKept(lab.folder()))?.keeper.pid ?? 0, "SIGKILL");
  expect((await lab.ended()).outcome).toEqual({
    type: "lost",
    evidence: expect.arrayContaining([expect.stringContaining("keeper")]),
  });
  expect(await isAlive(pid)).toBe(false);
});

test("the keeper is killed while no Reeve is there: the next one finds it out, and ends its agent", async () => {
  const lab = new AttemptLab();
  const pid = await lab.start(["sleep", "1000"]);
  await lab.host.close();
  process.kill((await readKept(lab.folder()))?.keeper.pid ?? 0, "SIGKILL");
  await lab.crash();
  expect(await lab.host.adopt(lab.request(["sleep", "1000"]))).toMatchObject({ state: "lost" });
  expect((await lab.ended()).outcome.type).toBe("lost");
  expect(await isAlive(pid)).toBe(false);
});

test("the machine was restarted: no pid is trusted, whoever has it now", async () => {
  const lab = new AttemptLab();
  await lab.start(WAITS);
  await lab.host.close();
  const { keeper } = lab.folder();
  const kept = readFileSync(keeper, "utf8");
  writeFileSync(keeper, kept.replace(/"bootId":"[^"]*"/, '"bootId":"another"'));
  await lab.crash();
  expect(await lab.host.observe("task.1")).toMatchObject({
    state: "lost",
    evidence: [expect.stringContaining("restarted")],
  });
  await lab.host.adopt(lab.request(WAITS));
  await lab.ended();
});

test("a process that left its parent, its session, its folder and its output and cleared its environment is ended with its attempt", async (context) => {
  if (process.platform !== "linux") context.skip("needs /proc");
  const lab = new AttemptLab();
  const hides = 'cd /; sleep 1000 </dev/null >/dev/null 2>&1 & echo $! >"$1"';
  const pidFile = join(lab.workspace, "hidden");
  const script = `env -i setsid --fork sh -c '${hides}' sh "$1"; until [ -s "$1" ]; do sleep 0.05; done; echo '{"status":"done"}'`;
  await lab.start(["sh", "-c", script, "sh", pidFile]);
  expect(await lab.ended()).toMatchObject({ outcome: { type: "done" }, leftovers: 1, survivors: [] });
  expect(await isAlive(Number(readFileSync(pidFile, "utf8")))).toBe(false);
});

test("another process under the keeper's old pid is not taken for it", async () => {
  const lab = new AttemptLab();
  await lab.start(WAITS);
  await lab.host.close();
  const { keeper } = lab.folder();
  writeFileSync(keeper, readFileSync(keeper, "utf8").replace(/"startTime":"[^"]*"/, '"startTime":"1"'));
  await lab.crash();
  expect(await lab.host.observe("task.1")).toMatchObject({ state: "lost" });
  await lab.host.adopt(lab.request(WAITS));
  await lab.ended();
});

test("the keeper is found by its token where the starter died before it could write down who it is", async () => {
  const lab = new AttemptLab();
  const pid = await lab.start(WAITS);
  await lab.host.close();
  rmSync(lab.folder().keeper);
  await lab.crash();
  expect(await lab.host.adopt(lab.request(WAITS))).toMatchObject({ state: "running", agent: { pid } });
  expect(await lab.host.stop("task.1", 1_000)).toMatchObject({ type: "stopped" });
});
