/**
 * A temporary project for end-to-end tests: real files, the real `reeve` command, real processes. Everything it starts
 * carries a mark of its own in the environment, so that `leftovers` finds whatever outlived it.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { HANG_MS } from "../wait.ts";

/** Nothing a test does comes near these; a command that hangs or floods must fail its test, not stop all tests. */
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

export const BIN = fileURLToPath(new URL("../../bin/reeve.js", import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export class TestProject {
  readonly dir: string;
  readonly id = randomUUID();
  readonly #variables: Record<string, string> = {};
  readonly #made: string;

  /** `name`: how its folder begins; `folder`: one below it that is called exactly so, where people read the name. */
  constructor(files: Readonly<Record<string, string>> = {}, name = "reeve-e2e-", folder = "") {
    this.#made = mkdtempSync(join(tmpdir(), name));
    this.dir = join(this.#made, folder);
    for (const [file, text] of Object.entries(files)) this.write(file, text);
  }

  write(file: string, text: string | Uint8Array): void {
    const path = join(this.dir, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** The same, to be started by its path. */
  writeProgram(file: string, text: string): void {
    this.write(file, text);
    chmodSync(join(this.dir, file), 0o755);
  }

  read(file: string): string {
    return readFileSync(join(this.dir, file), "utf8");
  }

  removeFile(file: string): void {
    rmSync(join(this.dir, file), { force: true });
  }

  /** Runs the command to its end. */
  reeve(...args: string[]): Ran {
    return this.#run(this.dir, args);
  }

  /** With what a person types. */
  typed(input: string, ...args: string[]): Ran {
    return this.#run(this.dir, args, input);
  }

  #run(cwd: string, args: readonly string[], input?: string): Ran {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
      cwd,
      env: this.env,
      encoding: "utf8",
      maxBuffer: OUTPUT_BYTES_MAX,
      timeout: HANG_MS,
      ...(input !== undefined && { input }),
    });
    return { code: status, out: stdout, err: stderr };
  }

  /** Starts it and comes back at once. */
  start(...args: string[]): RunningReeve {
    return new RunningReeve(
      spawn(process.execPath, [BIN, ...args], { cwd: this.dir, env: this.env, stdio: ["ignore", "pipe", "pipe"] }),
    );
  }

  /** Its JSON lines, parsed. */
  json<T>(...args: string[]): T[] {
    const { out } = this.reeve(...args, "--json");
    return out
      .trim()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as T);
  }

  /** The same project for someone who stands in a folder of it. */
  at(folder: string): Pick<TestProject, "reeve"> {
    return { reeve: (...args) => this.#run(join(this.dir, folder), args) };
  }

  /** The same project for someone with more in their environment. */
  with(variables: Readonly<Record<string, string>>): this {
    Object.assign(this.#variables, variables);
    return this;
  }

  get env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      XDG_STATE_HOME: join(tmpdir(), `reeve-state-${this.id}`),
      // Agents of tests leave signs outside of their workspaces; who tests the walls says so.
      REEVE_SANDBOX: "off",
      ...this.#variables,
      REEVE_TEST_ID: this.id,
      NO_COLOR: "1",
    };
  }

  /** Processes of this project that live: their pids and command lines. */
  leftovers(): string[] {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => this.#ours(pid));
  }

  remove(): void {
    rmSync(this.#made, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    rmSync(join(tmpdir(), `reeve-state-${this.id}`), { recursive: true, force: true });
  }

  #ours(pid: string): string[] {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, "latin1").includes(`REEVE_TEST_ID=${this.id}`)) return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").trim();
      return command === "" ? [] : [`${pid} ${command}`];
    } catch {
      return [];
    }
  }
}

export class RunningReeve {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  #lines: string[] = [];
  #err = "";
  readonly #waiting = new Set<() => void>();

  constructor(child: ChildProcess) {
    this.child = child;
    if (child.stdout) createInterface({ input: child.stdout }).on("line", (line) => this.#heard(line));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#err += text;
      this.#wake();
    });
    this.ended = new Promise((resolve) => {
      child.once("close", (code) => {
        resolve({ code, out: this.#lines.join("\n"), err: this.#err });
        this.#wake();
      });
    });
  }

  /** Resolves with the first line that fits, printed before or after the call; rejects when it ends without one. */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = [...this.#lines, ...this.#err.split("\n")].find((line) => pattern.test(line));
      if (found !== undefined) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`ended without ${pattern}:\n${this.#lines.join("\n")}\n${this.#err}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Until it has printed so many lines, or has ended. */
  async printed(lines: number): Promise<void> {
    while (this.#lines.length < lines && this.child.exitCode === null && this.child.signalCode === null)
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  #heard(line: string): void {
    this.#lines.push(line);
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
