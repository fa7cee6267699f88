/**
 * A process as drivers see it: lines out, text in, the last of its complaints, how it ended. It bounds what it keeps and
 * never throws for what the process does; ending it is `endAll` of driver-io.ts.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { LineSplitter } from "../../../basics/line-splitter.ts";
import type { DrivenProcess, ProcessExit, SpawnOptions } from "./driver.ts";

/** Agents print whole files in one line. */
const LINE_BYTES_MAX = 32 * 1024 * 1024;
const ERR_TAIL_MAX = 16_384;
/** A tool that was left behind may hold the output open for ever: so long after the exit, silence is its end. */
const LINGER_MS = 1_000;

export function spawnDriven(
  [program = "", ...args]: readonly string[],
  { env = {}, stdin = "ignore" }: SpawnOptions,
  { cwd, env: base }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): DrivenProcess {
  const child = spawn(program, args, { cwd, env: { ...base, ...env }, stdio: [stdin, "pipe", "pipe"] });
  const exit = exitOf(child);
  const err = new ErrTail(child);
  // A pipe that nobody reads any more is no error of ours.
  child.stdin?.on("error", () => {});
  return {
    pid: child.pid ?? 0,
    lines: linesOf(child.stdout, exit),
    write: (text) => void (child.stdin?.writable && child.stdin.write(text)),
    endInput: () => void child.stdin?.end(),
    errTail: () => err.text,
    onErrLine: (listen) => err.listeners.push(listen),
    exit,
  };
}

function exitOf(child: ChildProcess): Promise<ProcessExit> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, signal: null, problem: error.message }));
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
}

async function* linesOf(stream: Readable | null, exit: Promise<ProcessExit>): AsyncGenerator<string> {
  if (stream === null) return;
  const splitter = new LineSplitter(LINE_BYTES_MAX);
  void exit.then(() => endWhenSilent(stream));
  try {
    for await (const chunk of stream) yield* splitter.push(chunk as Buffer);
  } catch {
    // Destroyed by us, or broken: what was read counts.
  }
  yield* splitter.break();
}

function endWhenSilent(stream: Readable): void {
  let heard = true;
  stream.on("data", () => {
    heard = true;
  });
  const timer = setInterval(() => {
    if (stream.destroyed) clearInterval(timer);
    else if (heard || stream.readableLength > 0) heard = false;
    else stream.destroy();
  }, LINGER_MS);
}

class ErrTail {
  text = "";
  readonly listeners: ((line: string) => void)[] = [];

  constructor(child: ChildProcess) {
    const splitter = new LineSplitter();
    const hear = (lines: readonly string[]): void => {
      for (const line of lines) for (const listen of this.listeners) listen(line);
    };
    child.stderr?.on("data", (chunk: Buffer) => {
      this.text = (this.text + chunk.toString("utf8")).slice(-ERR_TAIL_MAX);
      hear(splitter.push(chunk));
    });
    child.stderr?.once("end", () => hear(splitter.break()));
    child.stderr?.on("error", () => {});
  }
}
