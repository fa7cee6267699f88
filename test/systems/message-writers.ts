/** Processes that append to one log at once, and what the log holds afterwards. All of them are over when this is. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type LineProblem, MessageReader } from "../../src/systems/messages/message-reader.ts";
import { until } from "../wait.ts";

const PROGRAM = fileURLToPath(new URL("message-process.ts", import.meta.url));

export interface Logged {
  readonly ids: readonly string[];
  readonly problems: readonly LineProblem[];
  /** What each writer counted, in the order of the log. */
  readonly perWriter: readonly (readonly number[])[];
}

export async function appendTogether({ writers, each }: { writers: number; each: number }): Promise<Logged> {
  const log = aLog();
  const names = Array.from({ length: writers }, (_, n) => `w${n}`);
  await Promise.all(names.map((name) => begin(log, name, each).ended));
  return logged(log, names);
}

/** One after another is killed while it writes, beside one that is not. */
export async function killInTheMiddle({
  kills,
}: {
  kills: number;
}): Promise<Logged & { readonly killed: Logged["perWriter"] }> {
  const log = aLog();
  const other = begin(log, "other", 2_000);
  const names = Array.from({ length: kills }, (_, n) => `killed${n}`);
  const counter = new MessageReader(log);
  const counts = new Map<string, number>();
  for (const name of names) {
    const { child, ended } = begin(log, name, 1_000_000);
    await until(`messages of ${name}`, () => {
      counter.read(({ from }) => counts.set(from, (counts.get(from) ?? 0) + 1));
      return (counts.get(name) ?? 0) > 50;
    });
    child.kill("SIGKILL");
    await ended;
  }
  await other.ended;
  const { perWriter, ...all } = logged(log, names);
  return { ...all, perWriter, killed: perWriter };
}

function begin(log: string, name: string, count: number) {
  const child = spawn(process.execPath, [PROGRAM, log, name, String(count)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, ended: once(child, "exit") };
}

function logged(log: string, names: readonly string[]): Logged {
  const ids: string[] = [];
  const counted = new Map<string, number[]>(names.map((name) => [name, []]));
  const { problems } = new MessageReader(log).read(({ id, from, data }) => {
    ids.push(id);
    counted.get(from)?.push(Number(data?.["n"]));
  });
  return { ids, problems, perWriter: names.map((name) => counted.get(name) ?? []) };
}

function aLog(): string {
  const dir = mkdtempSync(join(tmpdir(), "reeve-writers-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, "messages.jsonl");
}
