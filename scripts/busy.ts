/**
 * Runs a command while the machine is busy with something else: `node scripts/busy.ts COUNT COMMAND [ARGUMENT…]` keeps COUNT
 * processes spinning beside it and ends them with it. A test that fails here and not on an idle machine waits for time.
 */
import { type ChildProcess, spawn } from "node:child_process";

/** Ends by itself when whoever started it is gone, however that ended. */
const SPIN = `while kill -0 ${process.pid} 2>/dev/null; do :; done`;

const [count = "", program, ...args] = process.argv.slice(2);
if (!/^\d+$/.test(count) || program === undefined) {
  console.error("busy: say how many processes are to spin, then the command: busy.ts 20 vitest run");
  process.exit(2);
} else {
  run(Number(count), program, args);
}

function run(spinning: number, name: string, rest: readonly string[]): void {
  const spinners = Array.from({ length: spinning }, () => spawn("/bin/sh", ["-c", SPIN], { stdio: "ignore" }));
  const child = spawn(name, rest, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  child.once("error", (error) => {
    console.error(`busy: ${name} could not be started: ${error.message}`);
    leave(spinners, 127);
  });
  child.once("exit", (code, signal) => leave(spinners, code ?? (signal === null ? 1 : 128)));
}

function leave(spinners: readonly ChildProcess[], code: number): void {
  for (const spinner of spinners) spinner.kill("SIGKILL");
  process.exitCode = code;
}
