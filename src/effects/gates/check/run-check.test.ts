/** Checks as real processes: what they print, how they end, and that nothing of them is left, whatever they started. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CheckLab } from "../../../../test/gates/check-lab.ts";
import { until } from "../../../../test/wait.ts";
import { manualClock } from "../../../runtime/time/clock.ts";

test("a line runs by a shell in its folder and its exit is told", async () => {
  const lab = new CheckLab();
  writeFileSync(join(lab.cwd, "a b"), "");
  const ended = await lab.run("ls | cat; exit 3");
  expect(ended).toMatchObject({ exit: { code: 3 }, timedOut: false, aborted: false, output: "a b\n" });
  expect(ended.failure).toBeUndefined();
});

test("both streams are told in the order in which they came", async () => {
  const { output } = await new CheckLab().run("echo one; echo two >&2; echo three; echo four >&2");
  expect(output).toBe("one\ntwo\nthree\nfour\n");
});

test("a check knows its run and its task, has no input, and belongs to no repository of the caller", async () => {
  process.env["GIT_DIR"] = "/nowhere";
  try {
    const line = 'echo "$REEVE_RUN_ID $REEVE_TASK_ID $CI [$GIT_DIR] $MORE"; cat';
    const { output } = await new CheckLab().run(line, { task: "t1", env: { MORE: "more" } });
    expect(output).toBe("r1 t1 true [] more\n");
  } finally {
    delete process.env["GIT_DIR"];
  }
});

test("what a line is made of does not matter: it is one argument", async () => {
  const { output } = await new CheckLab().run(`printf '%s' '$(nope) "x" \`y\`' "'"`);
  expect(output).toBe('$(nope) "x" `y`\'');
});

test("escapes and keys of the environment do not come through", async () => {
  process.env["REEVE_TEST_TOKEN"] = "s3cr3t-value";
  try {
    const { output } = await new CheckLab().run("printf '\\033[31mred\\033[0m s3cr3t-value\\n'");
    expect(output).toBe("red [redacted]\n");
  } finally {
    delete process.env["REEVE_TEST_TOKEN"];
  }
});

test("a check that is out of time is ended with all it started, sessions of their own too", async () => {
  const clock = manualClock();
  const lab = new CheckLab({ clock });
  const deaf = `setsid sh -c 'trap "" TERM; setsid sleep 1000 & touch deaf; sleep 1000' &`;
  const running = lab.run(`${deaf} echo said; touch up; sleep 1000`, { timeoutS: 30 });
  await Promise.all([lab.whenFile("up"), lab.whenFile("deaf"), until("its timer", () => clock.nextTimerAt() !== null)]);
  clock.advance(29_999);
  expect(clock.nextTimerAt()).toBe(30_000);
  clock.advance(1);
  expect(await running).toMatchObject({ timedOut: true, aborted: false, tookMs: 30_000 });
  // A shell whose child was ended first may still say so.
  expect((await running).output).toMatch(/^said\n((Terminated|Killed)\n)*$/);
  expect(await lab.processes()).toEqual([]);
});

test("an aborted check is ended and says so; one that is aborted before is never started", async () => {
  const lab = new CheckLab();
  const aborting = new AbortController();
  const running = lab.run("touch up; sleep 1000", { signal: aborting.signal });
  await lab.whenFile("up");
  aborting.abort();
  expect(await running).toMatchObject({ aborted: true, timedOut: false });
  expect(await lab.run("touch never", { signal: aborting.signal })).toMatchObject({ aborted: true, exit: null });
  expect(existsSync(join(lab.cwd, "never"))).toBe(false);
});

test("what a check leaves behind is ended, and does not hold its end back", async () => {
  const lab = new CheckLab();
  const ended = await lab.run("setsid sh -c 'sleep 1000; echo late' & (sleep 1000 &) ; exit 0");
  expect(ended.exit).toMatchObject({ code: 0 });
  expect(await lab.processes()).toEqual([]);
});

test("a check that multiplies is ended entirely", async () => {
  const clock = manualClock();
  const lab = new CheckLab({ clock });
  const grow =
    '[ "$1" -gt 5 ] && { touch up; exec sleep 1000; }\nfor i in 1 2; do setsid sh grow.sh $(($1 + 1)) & done\n';
  writeFileSync(join(lab.cwd, "grow.sh"), `${grow}sleep 1000\n`);
  const running = lab.run("sh grow.sh 1", { timeoutS: 5 });
  await Promise.all([lab.whenFile("up"), until("its timer", () => clock.nextTimerAt() !== null)]);
  clock.advance(5_000);
  expect(await running).toMatchObject({ timedOut: true });
  expect(await lab.processes()).toEqual([]);
});

test("100 MB of output stay small in memory and on disk, and beginning and end are told", async () => {
  const lab = new CheckLab({ outputKb: 64 });
  const flood = "yes 0123456789012345678901234567890123456789 | head -c 100000000; echo; du -sk ../run/checks >disk";
  const { output, exit } = await lab.run(`echo first; ${flood}; echo last`);
  expect(exit?.code).toBe(0);
  expect(output.length).toBeLessThan(65 * 1024);
  expect(output).toMatch(/^first\n0123/);
  expect(output).toMatch(/\[… 9\d{7} bytes left out here …\]/);
  expect(output).toMatch(/\nlast\n$/);
  expect(Number.parseInt(readFileSync(join(lab.cwd, "disk"), "utf8"), 10)).toBeLessThan(5 * 1024);
});

test("a key at the very place of the cut does not come through in parts", async () => {
  process.env["REEVE_TEST_TOKEN"] = "0123456789abcdef";
  try {
    const lab = new CheckLab({ outputKb: 4 });
    const { output } = await lab.run(`yes "$REEVE_TEST_TOKEN" | head -c 100000`);
    expect(output.replaceAll("[redacted]\n", "")).toMatch(/^\n?\[… \d+ bytes left out here …\]\n\d*[0-9a-f]*$/);
    const last = output.split("\n").at(-1) ?? "";
    expect("0123456789abcdef".startsWith(last)).toBe(true);
  } finally {
    delete process.env["REEVE_TEST_TOKEN"];
  }
});

test("a folder that is not there is not the line's fault", async () => {
  const lab = new CheckLab();
  const ended = await lab.run("true", { cwd: join(lab.dir, "nowhere") });
  expect(ended).toMatchObject({ exit: null, failure: { class: "git_state", restart: "transient" } });
});

test("a line that cannot be handed to a shell is told as a failure", async () => {
  const ended = await new CheckLab().run(`: ${"x".repeat(3_000_000)}`);
  expect(ended).toMatchObject({ exit: null, failure: { class: "crash" } });
});
