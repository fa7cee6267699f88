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

/** They only tell a hang from a busy machine. */
const LINE_MS_MAX = 120_000;
const END_MS_MAX = 180_000;

export class ReeveProcess {
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #waiting = new Set<() => void>();

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
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error("the run does not come to its end")), END_MS_MAX);
    return Promise.race([this.ended, late.promise]).finally(() => clearTimeout(timer));
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** Resolves when such a line was printed, before or after the call. */
  async line(pattern: RegExp): Promise<void> {
    const deadline = AbortSignal.timeout(LINE_MS_MAX);
    deadline.addEventListener("abort", () => this.#wake());
    while (!this.#lines.some((line) => pattern.test(line))) {
      if (this.#child.exitCode !== null || deadline.aborted) throw new Error(`no line like ${pattern} came`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
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
