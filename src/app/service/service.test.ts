/** Which run goes next, when a supervisor is started again, and what the system is given to start the service by. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { until } from "../../../test/wait.ts";
import { KILLED, nextRun, type QueuedRun } from "./queue.ts";
import { delayBefore, type Ends } from "./restarts.ts";
import { type ServiceWish, serviceFile } from "./service-files.ts";
import { systemWatchdog } from "./watchdog.ts";

function queued(id: string, phase: QueuedRun["phase"], more: Partial<QueuedRun> = {}): QueuedRun {
  return { id, phase, isHeld: false, orders: 0, hasMoneyAgain: false, ...more };
}

const NEVER = new Map();

test("the oldest open run goes first, whether it was begun or only made", () => {
  const runs = [queued("r1", "ended"), queued("r2", "working"), queued("r3", "created")];
  expect(nextRun(runs, NEVER, 0)?.id).toBe("r2");
});

test("while somebody works on one, no other begins", () => {
  expect(nextRun([queued("r1", "working", { isHeld: true }), queued("r2", "created")], NEVER, 0)).toBeNull();
});

test("what a person stopped, paused or has to release is not begun again, until there is an order for it", () => {
  for (const phase of ["stopped", "paused", "halted", "ended"] as const)
    expect(nextRun([queued("r1", phase)], NEVER, 0)).toBeNull();
  expect(nextRun([queued("r1", "stopped", { orders: 1 })], NEVER, 0)?.id).toBe("r1");
});

test("a run that waits for an answer lets the next one go first, and goes on when it is answered", () => {
  const left = new Map([["r1", { exit: 3, at: 0 }]]);
  const runs = [queued("r1", "working"), queued("r2", "created")];
  expect(nextRun(runs, left, 10_000_000)?.id).toBe("r2");
  expect(nextRun([queued("r1", "working", { orders: 1 }), queued("r2", "created")], left, 1)?.id).toBe("r1");
});

test("one that could not be worked is tried again after a while", () => {
  const left = new Map([["r1", { exit: 8, at: 0 }]]);
  expect(nextRun([queued("r1", "working")], left, 59_999)).toBeNull();
  expect(nextRun([queued("r1", "working")], left, 60_000)?.id).toBe("r1");
});

test("a supervisor that dies again and again is started ever later, then an hour later", () => {
  let ends: Ends = [];
  const delays = Array.from({ length: 11 }, (_, at) => {
    const again = delayBefore(ends, at * 1_000);
    ({ ends } = again);
    return again.delayMs / 1_000;
  });
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 3_600]);
  expect(delayBefore([0], 3_600_001).delayMs).toBe(1_000);
});

const WISH = { env: { HOME: "/srv/ada", PATH: "/usr/bin" }, program: ["/opt/no de/node", "/opt/100%/$reeve.js"] };

function fileFor(wish: Partial<ServiceWish> & Pick<ServiceWish, "platform">) {
  const file = serviceFile({ ...WISH, ...wish });
  if (file === null) throw new Error("no home");
  return file;
}

test("systemd starts the very program that wrote the unit, whatever is in its path", () => {
  const { path, text } = fileFor({ platform: "linux" });
  expect(path).toBe("/srv/ada/.config/systemd/user/reeve.service");
  expect(text).toContain('ExecStart="/opt/no de/node" "/opt/100%%/$$reeve.js" "up"');
});

test("systemd has nothing to say against the unit", (context) => {
  if (spawnSync("systemd-analyze", ["--version"]).status !== 0) context.skip("there is no systemd-analyze here");
  const dir = mkdtempSync(join(tmpdir(), "reeve-unit-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const { text } = fileFor({ program: [process.execPath], platform: "linux" });
  writeFileSync(join(dir, "reeve.service"), text);
  const said = spawnSync("systemd-analyze", ["--user", "verify", join(dir, "reeve.service")], { encoding: "utf8" });
  expect(said.stderr.split("\n").filter((line) => line.includes("reeve.service"))).toEqual([]);
});

test("launchd is given the same, escaped", () => {
  const { path, text } = fileFor({ program: ["/opt/a&b/node"], platform: "darwin" });
  expect(path).toBe("/srv/ada/Library/LaunchAgents/dev.reeve.up.plist");
  expect(text).toContain("<string>/opt/a&amp;b/node</string>\n    <string>up</string>");
});

test("whoever keeps state elsewhere, or says no home, is taken at their word; an empty word says nothing", () => {
  const env = { HOME: "/srv/ada", PATH: "/usr/bin", XDG_STATE_HOME: "/var/ada state", XDG_CONFIG_HOME: "" };
  expect(fileFor({ env, platform: "linux" })).toMatchObject({
    path: "/srv/ada/.config/systemd/user/reeve.service",
    text: expect.stringContaining('Environment="XDG_STATE_HOME=/var/ada state"'),
  });
  expect(fileFor({ env, platform: "darwin" }).text).toContain("<string>/var/ada state</string>");
  for (const platform of ["linux", "darwin"] as const)
    expect(serviceFile({ ...WISH, platform, env: { HOME: "" } })).toBeNull();
});

test("the launchd agent is a property list: every element is closed, every key has a value", () => {
  const { text } = fileFor({ program: ["/opt/<a>&b/node"], platform: "darwin" });
  const open: string[] = [];
  for (const [, end, name = "", single] of text.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)) {
    if (end === "/") expect(open.pop()).toBe(name);
    else if (single !== "/") open.push(name);
  }
  expect(open).toEqual([]);
  expect(text.match(/<\/key>\s*<key>/)).toBeNull();
  expect(text.replaceAll(/<[^<>]*>/g, "")).not.toMatch(/[<>]/);
});

test("a run that stopped for what is shared in a day is begun again when there is some of it, and not before", () => {
  expect(nextRun([queued("r1", "halted")], NEVER, 0)).toBeNull();
  expect(nextRun([queued("r1", "halted", { hasMoneyAgain: true })], NEVER, 0)?.id).toBe("r1");
});

test("systemd is told that the loop moves where it asks for that, and nobody is where it does not", async () => {
  const dir = mkdtempSync(join(tmpdir(), "reeve-watchdog-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, "systemd-notify"), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${dir}/told\n`, { mode: 0o755 });
  const told = () => (existsSync(`${dir}/told`) ? readFileSync(`${dir}/told`, "utf8") : "");
  const env = { PATH: `${dir}:/usr/bin:/bin`, NOTIFY_SOCKET: "/run/notify", WATCHDOG_USEC: "30000000" };
  let now = 0;
  systemWatchdog({ PATH: env.PATH }, () => now)();
  const watchdog = systemWatchdog(env, () => now);
  watchdog();
  now = 9_999;
  watchdog();
  await until("the first", () => told() === "/run/notify WATCHDOG=1\n");
  now = 10_000;
  watchdog();
  await until("the second", () => told().split("\n").length > 2);
  expect(told()).toBe("/run/notify WATCHDOG=1\n".repeat(2));
});

test("who was ended from outside is begun again at once", () => {
  const left = new Map([["r1", { exit: KILLED, at: 0 }]]);
  expect(nextRun([queued("r1", "working")], left, 1_999)).toBeNull();
  expect(nextRun([queued("r1", "working")], left, 2_000)?.id).toBe("r1");
});
