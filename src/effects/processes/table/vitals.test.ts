import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { until } from "../../../../test/wait.ts";
import { processTable } from "./process-table.ts";
import { parsePs, type Vitals, vitalsOf, wake } from "./vitals.ts";

const started: ChildProcess[] = [];

afterEach(async () => {
  for (const child of started.splice(0)) {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
});

test("what a child of a child computes is counted", async () => {
  const root = run("sh", ["-c", 'sh -c "while :; do :; done"; :']);
  const before = await look(root);
  const after = await until("its processes to have computed", async () => {
    const now = await look(root);
    return now.cpuMs >= before.cpuMs + 100 && now;
  });
  expect(after.processes).toBe(2);
  // Whoever is killed leaves its child to us.
  for (const pid of await childrenOf(root)) process.kill(pid, "SIGKILL");
});

test.runIf(process.platform === "linux")("bytes that go through a pipe are counted", async () => {
  const root = run(process.execPath, ["-e", "setInterval(() => process.stdout.write('x'.repeat(50_000)), 5)"]);
  root.stdout?.resume();
  const before = await look(root);
  const after = await until("its processes to have moved bytes", async () => {
    const now = await look(root);
    return now.bytes >= before.bytes + 100_000 && now;
  });
  expect(after.held).toEqual([]);
});

test("who is held by a signal is found, and goes on when woken", async () => {
  const root = run("sh", ["-c", "kill -STOP $$; sleep 100; :"]);
  await until("it to be held", async () => (await look(root)).held.length === 1);
  expect(await wake([pidOf(root)])).toBe(1);
  await until("it to go on", async () => {
    const { held, processes } = await look(root);
    return held.length === 0 && processes === 2;
  });
  for (const pid of await childrenOf(root)) process.kill(pid, "SIGKILL");
});

test("of a root that is gone nothing is left", async () => {
  const root = run("sh", ["-c", "exit 0"]);
  await once(root, "exit");
  expect(await look(root)).toEqual({ cpuMs: 0, bytes: 0, processes: 0, memoryMb: 0, held: [] });
});

test.each([
  ["  123     1 Ss     0:07.50", { pid: 123, ppid: 1, state: "S", cpuMs: 7_500 }],
  ["  123     1 R+   1-02:03:04", { pid: 123, ppid: 1, state: "R", cpuMs: 93_784_000 }],
  ["  PID  PPID STAT TIME", null],
])("a line of ps is read: %s", (line, seen) => {
  expect(parsePs(line)).toEqual(seen);
});

async function look(child: ChildProcess): Promise<Vitals> {
  const [vitals] = await vitalsOf([[pidOf(child)]]);
  return vitals ?? { cpuMs: 0, bytes: 0, processes: 0, memoryMb: 0, held: [] };
}

async function childrenOf(child: ChildProcess): Promise<readonly number[]> {
  const choice = processTable();
  const all = choice.ok ? await choice.table.list() : [];
  return all.filter(({ ppid }) => ppid === child.pid).map(({ pid }) => pid);
}

function run(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
  started.push(child);
  return child;
}

function pidOf({ pid }: ChildProcess): number {
  return pid ?? 0;
}
