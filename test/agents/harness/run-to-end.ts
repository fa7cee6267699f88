/**
 * Runs a command with no input and gives what it printed, and ends it when it takes too long. It prints into files: with a
 * pipe, a process that it left behind would keep the reader waiting.
 */
import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HANG_MS } from "../../wait.ts";

export interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where the files go; whoever owns it removes them. */
  readonly outputDir: string;
  readonly limitMs?: number;
}

export async function runToEnd(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env, outputDir, limitMs = HANG_MS }: RunOptions,
): Promise<Run> {
  const startedAt = performance.now();
  const dir = mkdtempSync(join(outputDir, "run-"));
  const files = [join(dir, "stdout"), join(dir, "stderr")] as const;
  const [out, err] = [openSync(files[0], "w"), openSync(files[1], "w")];
  try {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ["ignore", out, err],
      timeout: limitMs,
      killSignal: "SIGKILL",
    });
    const end = await new Promise<Pick<Run, "code" | "signal">>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });
    const [stdout, stderr] = [readFileSync(files[0], "utf8"), readFileSync(files[1], "utf8")];
    return { ...end, stdout, stderr, ms: Math.round(performance.now() - startedAt) };
  } finally {
    closeSync(out);
    closeSync(err);
  }
}
