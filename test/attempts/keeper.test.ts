/** The keeper alone, without Reeve, under every shell that is here: it is the part that must not need anybody. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { until } from "../wait.ts";
import { FIXTURES, isAlive } from "./attempt-lab.ts";
import { KeptAttempt } from "./kept-attempt.ts";

const shellDir = mkdtempSync(join(tmpdir(), "reeve-shells-"));
afterAll(() => rmSync(shellDir, { recursive: true }));

/** By the name `sh`, as a system would have it: bash keeps to POSIX then, and busybox knows what it is meant to be. */
const shells = ["dash", "bash", "busybox"].flatMap((name) => {
  const path = inPath(name);
  if (path === "") return [];
  mkdirSync(join(shellDir, name));
  symlinkSync(path, join(shellDir, name, "sh"));
  return [[name, join(shellDir, name, "sh")] as const];
});

describe.each(shells)("the keeper under %s", (_name, shell) => {
  test("publishes the exit status and keeps both streams apart", async () => {
    const attempt = new KeptAttempt(shell);
    await attempt.run(["sh", "-c", "cat; echo err >&2; exit 3"]);
    expect(attempt.exit()).toEqual({ status: 3, orphaned: false, problem: "" });
    expect([attempt.read("out.0"), attempt.read("err.0")]).toEqual(["the prompt", "err\n"]);
  });

  test("of many keepers in one folder exactly one runs the agent", async () => {
    const attempt = new KeptAttempt(shell);
    const said = await Promise.all(Array.from({ length: 8 }, () => attempt.run(["sh", "-c", "echo ran >> ran"])));
    expect(said.filter((line) => line === "taken\n")).toHaveLength(7);
    expect(readFileSync(join(attempt.dir, "ran"), "utf8")).toBe("ran\n");
  });

  test("does not start where the attempt was given up, and leaves the lock as it is", async () => {
    const attempt = new KeptAttempt(shell);
    writeFileSync(join(attempt.dir, "lock"), "given up\n");
    expect(await attempt.run(["sh", "-c", "echo ran >> ran"])).toBe("taken\n");
    expect(attempt.read("lock")).toBe("given up\n");
    expect(existsSync(join(attempt.dir, "ran"))).toBe(false);
  });

  test("keeps the first, the last complete and the current third of a flood", async () => {
    const attempt = new KeptAttempt(shell, { bytesMax: 300_000 });
    await attempt.run(["sh", "-c", "yes | head -c 5000000; printf end"]);
    const segments = attempt.segments("out");
    expect(segments).toHaveLength(3);
    expect(segments.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(300_000);
    expect(segments[0]?.start).toBe(0);
    expect((segments[2]?.start ?? 0) + (segments[2]?.size ?? 0)).toBe(5_000_003);
    expect(attempt.read(`out.${segments[2]?.start}`)).toMatch(/end$/);
  });

  test("many small writes do not become many files", async () => {
    const attempt = new KeptAttempt(shell, { bytesMax: 120_000 });
    await attempt.run(["sh", "-c", "i=0; while [ $i -lt 300 ]; do echo line $i; i=$((i+1)); done"]);
    expect(attempt.segments("out")).toEqual([{ start: 0, size: 2590 }]);
  });

  test("arguments, workspace and variables go through unchanged, and nothing of them is run", async () => {
    const attempt = new KeptAttempt(shell, { workspace: "a b'c\"d $(touch hacked) é" });
    const odd = ["", " ", "$(touch hacked)", "`touch hacked`", "a\nb", "'\"\\", "*", "-n", "é"];
    await attempt.run(["sh", "-c", 'for a in "$@"; do printf "<%s>" "$a"; done; pwd; printf %s "$ODD"', "sh", ...odd], {
      ODD: odd.join("|"),
    });
    expect(attempt.read("out.0")).toBe(
      `${odd.map((each) => `<${each}>`).join("")}${attempt.workspace}\n${odd.join("|")}`,
    );
    expect(readdirSync(attempt.dir)).not.toContain("hacked");
    expect(readdirSync(attempt.workspace)).toEqual([]);
  });

  test("the agent has its own PATH, its own process group, no stray files, and signals as usual", async () => {
    const attempt = new KeptAttempt(shell);
    const script =
      'echo "$PATH"; [ "$(ps -o pgid= -p $$)" -ne "$(ps -o pgid= -p $PPID)" ] && echo apart; ls /dev/fd/ | head -3 | tr "\\n" " "; kill -INT $$; echo deaf';
    await attempt.run(["sh", "-c", script], { PATH: `${shellDir}:${process.env["PATH"]}` });
    expect(attempt.read("out.0")).toBe(`${shellDir}:${process.env["PATH"]}\napart\n0 1 2 `);
    expect(attempt.exit()).toMatchObject({ status: 130 });
  });

  test("an agent that signals its whole group does not reach its keeper", async () => {
    const attempt = new KeptAttempt(shell);
    await attempt.run([`${FIXTURES}signals-its-group.sh`]);
    expect(attempt.exit()).toMatchObject({ status: 0 });
    expect(attempt.read("out.0")).toBe('{"status":"done"}\n');
  });

  test("goes on when it is asked to end itself: the agent decides", async () => {
    const attempt = new KeptAttempt(shell);
    const running = attempt.start(["sh", "-c", "until [ -e go ]; do sleep 0.02; done; exit 5"]);
    await running.said;
    for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) running.child.kill(signal);
    writeFileSync(join(attempt.workspace, "go"), "");
    await running.gone;
    expect(attempt.exit()).toMatchObject({ status: 5 });
  });

  test("says that the workspace is gone", async () => {
    const attempt = new KeptAttempt(shell, { workspace: "work" });
    rmSync(attempt.workspace, { recursive: true });
    await attempt.run(["true"]);
    expect(attempt.exit()).toEqual({ status: 126, orphaned: false, problem: "workspace" });
  });

  test("publishes although something left behind holds the output, and ends when that ends", async () => {
    const attempt = new KeptAttempt(shell);
    const running = attempt.start(["sh", "-c", "sleep 1000 & echo $!"]);
    await until("the exit to be published", () => existsSync(attempt.exitFile));
    const pid = await until("the pid that it prints", () => Number(attempt.read("out.0")) || undefined);
    expect(running.child.exitCode).toBeNull();
    process.kill(pid, "SIGKILL");
    await running.gone;
  });

  test("a live conversation: standard input stays open after the writer has gone", async () => {
    const attempt = new KeptAttempt(shell, { stdin: "live" });
    const running = attempt.start([
      "sh",
      "-c",
      'while read -r line; do [ "$line" = bye ] && exit 0; echo "heard $line"; done; exit 9',
    ]);
    await running.said;
    for (const line of ["one", "two", "bye"]) writeFileSync(join(attempt.dir, "in.pipe"), `${line}\n`);
    await running.gone;
    expect(attempt.exit()).toMatchObject({ status: 0 });
    expect(attempt.read("out.0")).toBe("heard one\nheard two\n");
  });

  test("ends an agent, with all it started, when no Reeve comes back, and says so", async () => {
    const attempt = new KeptAttempt(shell, { tickS: 0.05, ticks: 3 });
    attempt.renewForEver();
    const running = attempt.start([`${FIXTURES}family.sh`]);
    await until("the family to be up", () => attempt.read("out.0").includes("family up"));
    attempt.renewNoMore();
    await running.gone;
    expect(attempt.exit()).toMatchObject({ orphaned: true });
    const stranger = Number(/family up (\d+)/.exec(attempt.read("out.0"))?.[1]);
    expect(stranger).toBeGreaterThan(0);
    await until("what the agent started to end", async () => !(await isAlive(stranger)));
  });

  test("killed itself, it leaves nobody behind: its watch ends the agent", async () => {
    const attempt = new KeptAttempt(shell, { tickS: 0.05, ticks: 1_000_000 });
    const running = attempt.start([`${FIXTURES}family.sh`]);
    await until("the family to be up", () => attempt.read("out.0").includes("family up"));
    running.child.kill("SIGKILL");
    await until("every process of the attempt to end", async () => (await attempt.processes()).length === 0);
    expect(existsSync(attempt.exitFile)).toBe(false);
  });

  test("an agent whose Reeve renews the lease is left alone; one whose lease stays the same is ended, however new it is", async () => {
    const attempt = new KeptAttempt(shell, { tickS: 0.02, ticks: 3 });
    attempt.renewForEver();
    const running = attempt.start(["sleep", "1000"]);
    // Each look is preceded by a new sleep.
    const pids = new Set<number>();
    await until("thirty looks of the keeper", async () => {
      for (const { pid } of await attempt.processes()) pids.add(pid);
      return pids.size >= 30 || existsSync(attempt.exitFile);
    });
    expect(existsSync(attempt.exitFile)).toBe(false);
    attempt.renewNoMore();
    const anHourAhead = new Date(Date.now() + 3_600_000);
    utimesSync(attempt.lease, anHourAhead, anHourAhead);
    await running.gone;
    expect(attempt.exit()).toMatchObject({ orphaned: true });
  });

  test("without Node it ends at least the agent's process group", async () => {
    const attempt = new KeptAttempt(shell, { tickS: 0.05, ticks: 1, node: "no-such-node" });
    const running = attempt.start(["sh", "-c", "sleep 1000"]);
    await running.gone;
    expect(attempt.exit()).toMatchObject({ orphaned: true, status: 143 });
  });
});

function inPath(name: string): string {
  return execFileSync("sh", ["-c", 'command -v "$1" || :', "sh", name], { encoding: "utf8" }).trim();
}
