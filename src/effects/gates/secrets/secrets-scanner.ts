/**
 * Reeve's side of the search for secrets: starts `scan-secrets.ts` when it is needed first, hands it one order at a time,
 * and ends one that does not answer in time. What is found means nothing here.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { jsonLine } from "../../../basics/json-line.ts";
import { Semaphore } from "../../../basics/semaphore.ts";
import type { Scanned, ScanOrder } from "./scan-secrets.ts";

export interface SecretsScanner {
  /** Never rejects. */
  readonly scan: (order: ScanOrder, signal: AbortSignal) => Promise<ScanAnswer>;
  /** One will be needed soon. */
  readonly warm: () => void;
  readonly close: () => Promise<void>;
}

export type ScanAnswer =
  | { readonly type: "scanned"; readonly scanned: Scanned }
  /** The files are such that it did not end. */
  | { readonly type: "late"; readonly afterS: number }
  /** Not the fault of the files. */
  | { readonly type: "failed"; readonly said: readonly string[] };

export interface ScannerOptions {
  /** In the environment of each, so that one that outlives its Reeve is found. */
  readonly marker: string;
  readonly timeoutS?: number;
  /** For tests: another program. */
  readonly program?: readonly string[];
}

const TIMEOUT_S = 120;
/** Of the processor, in all its life: a search that backtracks for ever ends also when nobody is left to end it. */
const CPU_S_MAX = 900;

/** One that hangs on hostile text must not hold up everybody else. */
const AT_ONCE_MAX = 2;

export function openScanner(options: ScannerOptions): SecretsScanner {
  const { timeoutS = TIMEOUT_S } = options;
  const turns = new Semaphore(AT_ONCE_MAX);
  const all = new Set<Process>();
  const idle: Process[] = [];
  const start = (): Process => {
    const started = new Process(options);
    all.add(started);
    void started.ended.then(() => all.delete(started));
    return started;
  };
  return {
    scan: (order, signal) =>
      turns.run(async () => {
        const one = idle.pop() ?? start();
        const answer = await one.ask(order, timeoutS, signal);
        if (answer.type === "scanned") idle.push(one);
        else one.kill();
        return answer;
      }),
    warm: () => {
      if (all.size === 0) idle.push(start());
    },
    close: async () => {
      await Promise.all([...all].map((each) => each.end()));
    },
  };
}

class Process {
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  #said = "";
  #line: (line: string) => void = () => {};

  constructor({ marker, program = scanProgram() }: ScannerOptions) {
    const marks = [process.env["REEVE_MARK"], marker].filter((mark) => mark).join(":");
    const limited = ["-c", `ulimit -t ${CPU_S_MAX} 2>/dev/null; exec "$@"`, "sh", ...program];
    // In a session of its own: Ctrl-C is meant for Reeve.
    this.#child = spawn("/bin/sh", limited, { detached: true, env: { ...process.env, REEVE_MARK: marks } });
    this.#child.stderr?.on("data", (chunk) => this.#hear(String(chunk)));
    // A write to one that has just died; its end tells.
    this.#child.stdin?.on("error", () => {});
    if (this.#child.stdout) createInterface({ input: this.#child.stdout }).on("line", (line) => this.#line(line));
    this.ended = new Promise((resolve) => {
      this.#child.once("close", (code, signal) => {
        this.#hear(`it ended with ${signal ?? code}`);
        resolve();
      });
      this.#child.once("error", (error) => {
        this.#hear(error.message);
        resolve();
      });
    });
  }

  async ask(order: ScanOrder, timeoutS: number, signal: AbortSignal): Promise<ScanAnswer> {
    const { promise, resolve } = Promise.withResolvers<ScanAnswer>();
    const failed = (): void => resolve({ type: "failed", said: this.#said.split("\n").slice(-LINES_MAX) });
    const timer = setTimeout(() => resolve({ type: "late", afterS: timeoutS }), timeoutS * 1_000);
    signal.addEventListener("abort", failed);
    if (signal.aborted) failed();
    void this.ended.then(failed);
    this.#line = (line) => resolve({ type: "scanned", scanned: JSON.parse(line) as Scanned });
    this.#child.stdin?.write(`${jsonLine(order)}\n`);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", failed);
    }
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    await this.ended;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #hear(text: string): void {
    this.#said = `${this.#said}${text}`.slice(-SAID_LENGTH_MAX);
  }
}

const LINES_MAX = 20;
const SAID_LENGTH_MAX = 4_000;

/** The same extension as this file: `.ts` in development, `.js` when built. */
function scanProgram(): readonly string[] {
  const extension = extname(fileURLToPath(import.meta.url));
  return [process.execPath, fileURLToPath(new URL(`./scan-secrets${extension}`, import.meta.url))];
}
