/** A child process of a test: its lines as they come, and its end. Never outlives the test. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface Child {
  readonly process: ChildProcess;
  readonly lines: AsyncIterableIterator<string>;
  /** Kills it as nothing can prevent, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Runs a file of this folder. `wrap` is a command that runs it, such as a shell that sets limits first. */
export function child(file: string, args: readonly string[], wrap: readonly string[] = []): Child {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const [command = process.execPath, ...rest] = [...wrap, process.execPath, "--no-warnings", path, ...args];
  const spawned = spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] });
  const gone = once(spawned, "exit");
  const kill = async (): Promise<void> => {
    spawned.kill("SIGKILL");
    await gone;
  };
  onTestFinished(kill);
  return { process: spawned, lines: createInterface({ input: spawned.stdout })[Symbol.asyncIterator](), kill };
}

export async function nextLine(from: Child): Promise<string> {
  const { value, done } = await from.lines.next();
  if (done) throw new Error("the child ended without another line");
  return value;
}
