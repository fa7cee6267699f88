/**
 * The place where everything is measured: one folder on the disk of this checkout (a system's folder for temporary files
 * may be memory, where being durable costs nothing), and every process that is started carries a mark, so that nothing
 * is left of either when the lab closes, whatever happened in it.
 */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { processes } from "./process-figures.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const CACHE = fileURLToPath(new URL("./node_modules/.cache", import.meta.url));

export class Lab {
  readonly dir: string;
  readonly #mark = `REEVE_BENCH_ID=${randomUUID()}`;

  constructor() {
    mkdirSync(CACHE, { recursive: true });
    this.dir = mkdtempSync(join(CACHE, "bench-"));
  }

  /** Builds Reeve and puts a copy here, which no later build changes while it is measured. Returns its command. */
  installReeve(): string {
    const { status } = spawnSync(process.execPath, [join(PROJECT, "scripts/build.ts")], { stdio: "inherit" });
    if (status !== 0) throw new Error("Reeve could not be built");
    const home = this.folder("reeve");
    for (const part of ["bin", "dist", "package.json"])
      cpSync(join(PROJECT, part), join(home, part), { recursive: true });
    symlinkSync(join(PROJECT, "node_modules"), join(home, "node_modules"));
    return join(home, "bin/reeve.js");
  }

  /** A new folder with these files. */
  folder(name: string, files: Readonly<Record<string, string>> = {}): string {
    const dir = mkdtempSync(join(this.dir, `${name}-`));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text);
    return dir;
  }

  /** Runs a program of this folder to its end, alone; the JSON on the last line of its output is what it measured. */
  measure<T>(program: string, ...args: readonly (string | number)[]): T {
    const file = fileURLToPath(new URL(program, import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args.map(String)], {
      env: this.env(),
      encoding: "utf8",
    });
    const last = stdout.trimEnd().split("\n").at(-1) ?? "";
    if (status !== 0 || last === "") throw new Error(`${program} ended with ${status}: ${lastLines(stderr)}`);
    return JSON.parse(last) as T;
  }

  start(args: readonly string[], options: SpawnOptions = {}): ChildProcess {
    return spawn(process.execPath, args, { stdio: "ignore", ...options, env: this.env(options.env) });
  }

  env(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    const [name = "", id] = this.#mark.split("=");
    return { ...process.env, NO_COLOR: "1", REEVE_IGNORE_LOAD: "1", ...more, [name]: id };
  }

  /** Takes everything down and says what had to be ended by force; that should be nothing. */
  async close(): Promise<readonly string[]> {
    const ended = new Set<string>();
    for (let left = this.#leftovers(); left.length > 0; left = this.#leftovers()) {
      for (const { pid, command } of left) {
        ended.add(command);
        end(pid);
      }
      await sleep(50);
    }
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    return [...ended];
  }

  #leftovers(): { pid: number; command: string }[] {
    return processes()
      .filter(({ pid, environment }) => pid !== process.pid && environment.includes(this.#mark))
      .map(({ pid, command }) => ({ pid, command }));
  }
}

/** Asks, and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  if (child.stdin) child.stdin.end();
  else child.kill("SIGTERM");
  await gone;
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {}
}

function lastLines(text: string): string {
  return text.trimEnd().split("\n").slice(-5).join(" | ");
}
