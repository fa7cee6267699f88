/**
 * One process of a program that answers and ends (git, `gh`): what it printed, and how it ended. It runs in a session of its
 * own, and what it hands to children of its own ends with it. Plain `spawn`, because git is called dozens of times per task
 * and anything around it would cost more than git does. What an end means is read elsewhere.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { isOperating } from "../files/operating-error.ts";
import { isScarce, patiently } from "../files/scarcity.ts";

export interface ProgramCall {
  /** A name on the PATH, or a path. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Of its output; one that prints more is ended. */
  readonly bytesMax: number;
  /** What its output is taken for; UTF-8 where nothing is said. */
  readonly encoding?: BufferEncoding;
}

export interface ProgramEnd {
  readonly out: string;
  readonly err: string;
  /** Absent where a signal ended it or it never ran. */
  readonly exitCode?: number;
  readonly signal?: string;
  /** Why it could not be started, as the system names it. */
  readonly code?: string;
  readonly timedOut: boolean;
  readonly isCanceled: boolean;
  readonly isMaxBuffer: boolean;
}

type Cut = "timedOut" | "isCanceled" | "isMaxBuffer";

/** Asked first: git for one removes its locks then. */
const GRACE_MS = 5_000;
/** Something it has started may hold its output open for ever. Twice, so that a busy Reeve reads what there is between. */
const OUTPUT_GRACE_MS = 250;

/** Never rejects. One that finds no room (open files, processes) is tried again for some seconds. */
export function runProgram(call: ProgramCall): Promise<ProgramEnd> {
  return patiently(
    () => runOnce(call),
    ({ code }) => !isScarce(code) || call.signal?.aborted === true,
  );
}

function runOnce(call: ProgramCall): Promise<ProgramEnd> {
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
  const out = collector(call.bytesMax, () => cut("isMaxBuffer"), call.encoding);
  const err = collector(call.bytesMax, () => cut("isMaxBuffer"));
  const timers: NodeJS.Timeout[] = [];
  let why: Cut | undefined;
  let child: ChildProcess | undefined;

  const cut = (reason: Cut): void => {
    if (why) return;
    why = reason;
    endSession(child?.pid, "SIGTERM");
    timers.push(setTimeout(() => endSession(child?.pid, "SIGKILL"), GRACE_MS));
  };
  const cancel = (): void => cut("isCanceled");
  const end = (how: Pick<ProgramEnd, "exitCode" | "signal" | "code">): void => {
    for (const timer of timers) clearTimeout(timer);
    call.signal?.removeEventListener("abort", cancel);
    resolve({ out: out.text(), err: err.text(), ...how, ...NOT_CUT, ...(why && { [why]: true }) });
  };

  if (call.signal?.aborted) {
    why = "isCanceled";
    end({});
    return promise;
  }
  try {
    child = start(call);
  } catch (error) {
    // Of some troubles (no memory, too many arguments) the system tells at once.
    if (!isOperating(error)) throw error;
    end({ code: error.code });
    return promise;
  }
  child.stdout?.on("data", out.take);
  child.stderr?.on("data", err.take);
  // One that ends before it has read everything; its end tells.
  child.stdin?.on("error", () => {});
  child.stdin?.end(call.input);
  child.once("error", (error: NodeJS.ErrnoException) => end({ code: error.code ?? error.message }));
  const later = (then: () => void) => timers.push(setTimeout(then, OUTPUT_GRACE_MS));
  child.once("exit", () => later(() => later(() => letGo(child))));
  child.once("close", (exitCode, signal) => {
    if (exitCode !== null) end({ exitCode });
    else if (signal !== null) end({ signal });
  });
  call.signal?.addEventListener("abort", cancel);
  timers.push(setTimeout(() => cut("timedOut"), call.timeoutMs));
  return promise;
}

const NOT_CUT = { timedOut: false, isCanceled: false, isMaxBuffer: false };

function start({ program, args, cwd, env, input }: ProgramCall): ChildProcess {
  const stdin = input === undefined ? "ignore" : "pipe";
  return spawn(program, args, { cwd, env, detached: true, stdio: [stdin, "pipe", "pipe"] });
}

function letGo(child: ChildProcess | undefined): void {
  child?.stdout?.destroy();
  child?.stderr?.destroy();
}

interface Collector {
  readonly take: (chunk: Buffer) => void;
  readonly text: () => string;
}

function collector(bytesMax: number, full: () => void, encoding: BufferEncoding = "utf8"): Collector {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    take: (chunk) => {
      bytes += chunk.length;
      if (bytes > bytesMax) full();
      else chunks.push(chunk);
    },
    text: () => Buffer.concat(chunks).toString(encoding),
  };
}

function endSession(pid: number | undefined, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // Gone meanwhile.
  }
}
