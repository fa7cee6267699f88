/** One suite for every adapter of the port; both run on Linux, so that the macOS one is tested here too. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { until } from "../../../../test/wait.ts";
import { linuxTable } from "./linux-table.ts";
import { hasMark, type ProcessInfo, processTable } from "./process-table.ts";
import { psTable } from "./ps-table.ts";

const tables = { ...(process.platform === "linux" && { proc: linuxTable() }), ps: psTable(process.platform) };
const started: ChildProcess[] = [];

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

describe.each(Object.entries(tables))("the process table read from %s", (_name, table) => {
  test("lists this very process, with its parent", async () => {
    const me = (await table.list()).find((info) => info.pid === process.pid);
    expect(me).toMatchObject({ ppid: process.ppid, zombie: false });
  });

  test("finds a process by pid with the same start time as the list shows", async () => {
    const child = run(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
    const [found] = await table.find([pidOf(child)]);
    const listed = (await table.list()).find((info) => info.pid === child.pid);
    expect(found?.ppid).toBe(process.pid);
    expect(found?.startTime).toBe(listed?.startTime);
    expect(found?.startTime).not.toBe("");
  });

  test("finds nothing under the pid of a process that is gone", async () => {
    const child = run("sh", ["-c", "exit 0"]);
    await once(child, "exit");
    expect(await table.find([pidOf(child)])).toEqual([]);
    expect(await table.find([])).toEqual([]);
  });

  test("flags a zombie", async () => {
    // It never comes back to its event loop, so it never collects its child.
    const code = `const { pid } = child_process.spawn("true"); fs.writeSync(1, String(pid)); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`;
    const child = run(process.execPath, ["-e", code]);
    const [pid = 0] = await numbersFrom(child);
    const zombie = await until("the child to become a zombie", async () =>
      (await table.find([pid])).find((info) => info.zombie),
    );
    expect(zombie.ppid).toBe(child.pid);
  });

  test("shows the mark and the keeper's token in the environment, also among many other variables", async () => {
    const env = { A: "x".repeat(5_000), REEVE_MARK: "outer-1:inner-2", Z: "REEVE_MARK=no", REEVE_KEEPER: "k-3" };
    const marked = run(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], env);
    const plain = run(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { NOT_REEVE_MARK: "x" });
    const [info, other] = await Promise.all([seen(table.find, pidOf(marked)), seen(table.find, pidOf(plain))]);
    expect(info).toMatchObject({ mark: "outer-1:inner-2", keeper: "k-3" });
    expect(other).toMatchObject({ mark: "", keeper: "" });
    expect([hasMark(info, "outer-1"), hasMark(info, "inner-2"), hasMark(info, "inner")]).toEqual([true, true, false]);
  });

  test("a process that runs on keeps its start time from look to look", async () => {
    const child = run("sleep", ["1000"]);
    const times = await Promise.all([table.find([pidOf(child)]), table.find([pidOf(child)])]);
    expect(new Set(times.flat().map((info) => info.startTime)).size).toBe(1);
  });

  test("names the boot, the same each time", async () => {
    const boots = await Promise.all([table.bootId(), table.bootId()]);
    expect(boots[0]).toMatch(/\S/);
    expect(boots[0]).toBe(boots[1]);
  });
});

test("Windows is refused with a sentence that says what to do", () => {
  expect(processTable("win32")).toEqual({ ok: false, sentence: expect.stringContaining("WSL 2") });
  expect(processTable("darwin").ok).toBe(true);
});

function run(file: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(file, args, {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  started.push(child);
  return child;
}

function pidOf(child: ChildProcess): number {
  return child.pid ?? 0;
}

async function numbersFrom(child: ChildProcess): Promise<number[]> {
  const [chunk] = child.stdout ? await once(child.stdout, "data") : [""];
  return String(chunk).trim().split(/\s+/).map(Number);
}

/** Right after the fork a process still shows its parent's environment. */
function seen(find: (pids: readonly number[]) => Promise<readonly ProcessInfo[]>, pid: number): Promise<ProcessInfo> {
  return until(`process ${pid} in the table`, async () => (await find([pid])).find((info) => info.pid === pid));
}
