/** A real `reeve` process of the demo: shows what it prints, waits for a line, can be killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Cast } from "./cast.ts";

export interface Where {
  readonly dir: string;
  readonly reeve: readonly string[];
  readonly cast: Pick<Cast, "env">;
  readonly out: (line: string) => void;
}

/** So long without a word it hangs. A busy machine is slow, but says something now and then. */
const QUIET_MS_MAX = 120_000;

export class ReeveProcess {
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #waiting = new Set<() => void>();
  #over = false;

  constructor({ dir, reeve: [program = "reeve", ...first], cast, out }: Where, args: readonly string[]) {
    this.#child = spawn(program, [...first, ...args], {
      cwd: dir,
      env: cast.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream) createInterface({ input: stream }).on("line", (line) => this.#heard(line, out));
    }
    this.ended = new Promise((resolve) => {
      this.#child.once("close", (code) => {
        this.#over = true;
        resolve(code);
        this.#wake();
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Its exit code; rejects when it does not come to its end, for example because it waits for a person. */
  async end(): Promise<number | null> {
    while (!this.#over) if (!(await this.#stirs())) throw new Error("the run does not come to its end");
    return this.ended;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** Resolves when such a line was printed, before or after the call. */
  async line(pattern: RegExp): Promise<void> {
    while (!this.#lines.some((line) => pattern.test(line)))
      if (this.#over || !(await this.#stirs())) throw new Error(`no line like ${pattern} came`);
  }

  /** Resolves when it says something or ends; with false when it did neither for too long. */
  async #stirs(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), QUIET_MS_MAX);
    this.#waiting.add(() => resolve(true));
    return promise.finally(() => clearTimeout(timer));
  }

  #heard(line: string, out: (line: string) => void): void {
    out(`  ${line}`);
    this.#lines.push(line);
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
