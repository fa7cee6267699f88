/** What real agents do wrong, each as a small real program, and what becomes of it. */
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAttemptOutput } from "../../src/effects/agents/output/read-attempt-output.ts";
import { HANG_MS, until } from "../wait.ts";
import { AttemptLab, FIXTURES, isAlive } from "./attempt-lab.ts";

const DONE = '{"status":"done"}';

test("a program that does its work: prompt on standard input, workspace, variables, result", async () => {
  const lab = new AttemptLab();
  const script =
    'cat > got; env > env; pwd > where; echo "$1" > argument; echo working; printf %s "$2" > "$REEVE_RESULT"';
  const odd = "a'b\"c $(touch hacked) `touch hacked` ; é\n\\";
  const result = JSON.stringify({ status: "done", decisions: ["kept it simple"] });
  await lab.start(["sh", "-c", script, "sh", odd, result], {
    prompt: "line 1\nline 2",
    config: { env: { EXTRA: odd } },
  });
  const { outcome } = await lab.ended();
  expect(outcome).toMatchObject({ type: "done", result: { task_id: "task", decisions: ["kept it simple"] } });
  const files = await readFiles(lab.workspace);
  expect(files).toMatchObject({ got: "line 1\nline 2", where: `${lab.workspace}\n`, argument: `${odd}\n` });
  expect(files).not.toHaveProperty("hacked");
  const { mark, result: resultFile } = lab.folder();
  const variables = [
    "REEVE_RUN_ID=run",
    "REEVE_TASK_ID=task",
    "REEVE_ATTEMPT=1",
    `REEVE_RESULT=${resultFile}`,
    `REEVE_MARK=${mark}`,
  ];
  for (const variable of variables) expect(files["env"]).toContain(`${variable}\n`);
  expect(files["env"]).toContain(`EXTRA=${odd}\n`);
  expect(files["env"]).not.toContain("REEVE_KEEPER");
});

test("prints 1 GB: the disk stays within the limit, the beginning, the end and what is missing are known", async () => {
  const lab = new AttemptLab();
  const script = `echo first; yes 0123456789abcdef | head -c 1000000000; echo; echo '${DONE}'`;
  await lab.start(["sh", "-c", script], { config: { limits: { minutes: 60, outputMb: 8, parallel: 1 } } });
  expect((await lab.ended()).outcome.type).toBe("done");
  const { dir } = lab.folder();
  const stored = readdirSync(dir)
    .filter((name) => /^out\.\d+$/.test(name))
    .map((name) => statSync(join(dir, name)).size);
  expect(stored.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8 * 1024 * 1024);
  const lines = await printed(lab);
  expect(lines[0]).toBe("first");
  expect(lines.at(-1)).toBe(DONE);
  const kept = lines.filter((line) => !line.includes("bytes left out")).reduce((sum, line) => sum + line.length + 1, 0);
  const left = Number(/(\d+) bytes left out/.exec(lines.find((line) => line.includes("bytes left out")) ?? "")?.[1]);
  const whole = "first\n".length + 1_000_000_000 + 1 + DONE.length + 1;
  // At the gap a line of each side is cut in two, so one line end too many is counted.
  expect(Math.abs(kept + left - whole)).toBeLessThanOrEqual(1);
});

test("prints megabytes without a newline: no line without bound, and the result is still found", async () => {
  const lab = new AttemptLab();
  await lab.start(["sh", "-c", `head -c 3000000 /dev/zero | tr '\\0' x; printf '%s' '${DONE}'`], {
    config: { limits: { minutes: 60, outputMb: 8, parallel: 1 } },
  });
  expect((await lab.ended()).outcome.type).toBe("done");
  const lines = await printed(lab);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.length).toBeLessThan(1_100_000);
  expect(lines[0]).toMatch(/\[…\d+ more bytes in this line\]$/);
});

test("prints colours, control bytes and bytes that are no text: the files keep them, nobody is shown them", async () => {
  const lab = new AttemptLab();
  await lab.start([`${FIXTURES}noise.sh`]);
  const { outcome } = await lab.ended();
  const evidence = outcome.type === "failed" ? outcome.failure.evidence : [];
  expect(evidence).toEqual(["exit 4", "red", "bad �� bytes", "end without newline"]);
  expect(await printed(lab)).toEqual(["red ", "bad �� bytes", "end without newline"]);
  expect((await readFiles(lab.folder().dir, "latin1"))["out.0"]).toContain("\u001b[31mred");
});

test("closes its output and lives on: that is not its end", async () => {
  const lab = new AttemptLab();
  const pid = await lab.start([`${FIXTURES}closes-output.sh`]);
  await lab.said("closing");
  await until("the agent to close its output", () => existsSync(join(lab.workspace, "closed")));
  expect(await isAlive(pid)).toBe(true);
  expect(lab.ends).toEqual([]);
  writeFileSync(join(lab.workspace, "go"), "");
  expect((await lab.ended()).outcome).toMatchObject({
    type: "failed",
    failure: { class: "crash", evidence: ["exit 7", "closing"] },
  });
});

test.each(["keeps-output", "drops-output"])(
  "leaves a daemon that %s: its own end counts, and the daemon is ended",
  async (how) => {
    const lab = new AttemptLab();
    await lab.start([`${FIXTURES}daemon.sh`, how]);
    expect(await lab.ended()).toMatchObject({ outcome: { type: "done" }, leftovers: 1, survivors: [] });
  },
);

test("ignores every request to end: it is killed after the grace, with the tool it started, and that is said", async () => {
  const lab = new AttemptLab();
  await lab.start([`${FIXTURES}deaf.sh`]);
  await lab.said("tool up");
  const answer = await lab.host.stop("task.1", 100);
  expect(answer).toMatchObject({ type: "stopped", report: { forced: true, survivors: [] } });
  expect(await lab.ended()).toMatchObject({ outcome: { type: "stopped" } });
});

test("is stopped with its whole family, also with a child that left its session and dropped its environment", async () => {
  const lab = new AttemptLab();
  await lab.start([`${FIXTURES}family.sh`]);
  const stranger = Number(/\d+$/.exec(await lab.said("family up"))?.[0]);
  expect(await isAlive(stranger)).toBe(true);
  const answer = await lab.host.stop("task.1", HANG_MS);
  expect(answer).toMatchObject({ type: "stopped", report: { forced: false, survivors: [] } });
  expect(answer.type === "stopped" && answer.report.ended).toBeGreaterThanOrEqual(6);
  expect(await isAlive(stranger)).toBe(false);
});

test("signals its own process group: its keeper is not hit, and its result arrives", async () => {
  const lab = new AttemptLab();
  await lab.start([`${FIXTURES}signals-its-group.sh`]);
  expect((await lab.ended()).outcome.type).toBe("done");
});

test("exits 0 with nothing: malformed output, not success", async () => {
  const lab = new AttemptLab();
  await lab.start(["true"]);
  expect((await lab.ended()).outcome).toMatchObject({
    type: "failed",
    failure: { class: "malformed_output", message: expect.stringContaining("printed nothing") },
  });
});

test("is killed from outside: a crash, with the signal", async () => {
  const lab = new AttemptLab();
  const pid = await lab.start(["sleep", "1000"]);
  process.kill(pid, "SIGKILL");
  expect((await lab.ended()).outcome).toMatchObject({
    type: "failed",
    failure: { class: "crash", message: expect.stringContaining("SIGKILL") },
  });
});

test("has a prompt of 5 MB, and does not read it: neither blocks", async () => {
  const lab = new AttemptLab();
  await lab.start(["sh", "-c", `wc -c >&2; echo '${DONE}'`], { prompt: "x".repeat(5_000_000), attemptId: "reads.1" });
  await lab.start(["sh", "-c", `echo '${DONE}'`], { prompt: "x".repeat(5_000_000), attemptId: "ignores.1" });
  expect((await lab.ended("reads.1")).outcome.type).toBe("done");
  expect((await lab.ended("ignores.1")).outcome.type).toBe("done");
  expect((await readFiles(lab.folder("reads.1").dir))["err.0"]?.trim()).toBe("5000000");
});

test("leaves something else than a file as its result: it is not followed", async () => {
  const lab = new AttemptLab();
  await lab.start(["sh", "-c", 'mkfifo "$REEVE_RESULT"'], { attemptId: "fifo.1" });
  await lab.start(["sh", "-c", 'ln -s /dev/zero "$REEVE_RESULT"'], { attemptId: "link.1" });
  expect((await lab.ended("fifo.1")).outcome).toMatchObject({ failure: { class: "malformed_output" } });
  expect((await lab.ended("link.1")).outcome).toMatchObject({ failure: { class: "malformed_output" } });
});

test("prints a key it was given: what is told of it does not hold the key", async () => {
  const lab = new AttemptLab();
  const config = { env: { SERVICE_TOKEN: "very-secret-value" } };
  await lab.start(["sh", "-c", 'echo "using $SERVICE_TOKEN"; echo "bad $SERVICE_TOKEN" >&2; exit 1'], { config });
  const ended = await lab.ended();
  expect(JSON.stringify([lab.events, ended])).not.toContain("very-secret-value");
  expect(JSON.stringify(ended)).toContain("bad [redacted]");
  expect((await readFiles(lab.folder().dir))["order.json"]).not.toContain("very-secret-value");
});

test("names its address at the gateway: what is told of it does not hold the token in it", async () => {
  const lab = new AttemptLab();
  const gateway = { url: "http://127.0.0.1:1/WyJhIl0.seal-of-this-attempt" };
  await lab.start(["sh", "-c", `echo "404, url: ws://127.0.0.1:1/WyJhIl0.seal-of-this-attempt/openai" >&2; exit 1`], {
    gateway,
  });
  const ended = await lab.ended();
  expect(JSON.stringify([lab.events, ended])).not.toContain("seal-of-this-attempt");
  expect(JSON.stringify(ended)).toContain("ws://127.0.0.1:1/[redacted]/openai");
});

async function printed(lab: AttemptLab): Promise<string[]> {
  const lines: string[] = [];
  const parts = readAttemptOutput(lab.runDir, "task.1", { follow: false, signal: new AbortController().signal });
  for await (const { text } of parts) lines.push(text);
  return lines;
}

async function readFiles(dir: string, encoding: BufferEncoding = "utf8"): Promise<Record<string, string>> {
  const names = readdirSync(dir).filter((name) => statSync(join(dir, name)).isFile());
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(dir, name), encoding)] as const)),
  );
}
