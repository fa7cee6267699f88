/**
 * Plays what a real agent printed once to the driver that reads it, so that `npm test` means something where no agent is
 * installed. The first line of a recording says how the process ended and what it complained about; ids, paths and ports
 * are made the same in all of them, and what no driver reads is left out. A recording whose name begins with `by-hand`
 * was written after what is known of an agent, because it cannot be provoked against a scripted model.
 */
import { readFileSync } from "node:fs";
import type { AgentEvent } from "../../../src/effects/agents/adapters/agent-adapter.ts";
import type { DrivenProcess, Driver, DriverIo } from "../../../src/effects/agents/drivers/driver.ts";
import type { DriveOrder, DriverEnd, DriverNote } from "../../../src/effects/agents/drivers/driver-lines.ts";

export interface Played {
  readonly end: DriverEnd;
  readonly lines: readonly (AgentEvent | DriverNote)[];
  /** The command lines it was started with. */
  readonly commands: readonly (readonly string[])[];
  /** What was written to it. */
  readonly written: readonly string[];
  /** How often everything was to be ended. */
  readonly ended: number;
}

interface Recording {
  readonly exit: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  readonly lines: readonly string[];
}

export const SESSION = "00000000-0000-4000-8000-000000000001";
export const NOW = Date.UTC(2026, 10, 16);

/** Each start of the agent gets the next recording. */
export async function playRecorded(
  driver: Driver,
  files: readonly string[],
  order: Partial<DriveOrder> = {},
): Promise<Played> {
  const queue = files.map(readRecording);
  const lines: (AgentEvent | DriverNote)[] = [];
  const commands: (readonly string[])[] = [];
  const written: string[] = [];
  let ended = 0;
  const io: DriverIo = {
    emit: (line) => void lines.push(line),
    spawn: (command) => {
      commands.push(command);
      const recording = queue.shift();
      if (!recording) throw new Error("it was started more often than was recorded");
      return playing(recording, written);
    },
    endAll: async () => {
      ended += 1;
    },
    inbox: nothing(),
    stopped: new AbortController().signal,
    now: () => NOW,
    // So that nothing has to be written for it.
    env: { QWEN_CODE_SYSTEM_DEFAULTS_PATH: "/nowhere" },
    scratchDir: async () => "/nowhere",
  };
  const end = await driver.drive({ ...ORDER, ...order }, io);
  return { end, lines, commands, written, ended };
}

/** What every agent that is played is told to do. */
export const ORDER: DriveOrder = {
  prompt: "Do it.",
  workspace: "/workspace",
  model: null,
  session: null,
  newSession: SESSION,
  program: ["agent"],
  options: {},
  limits: { minutes: 60 },
};

function readRecording(file: string): Recording {
  const [head = "{}", ...lines] = readFileSync(new URL(file, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return { ...(JSON.parse(head) as Omit<Recording, "lines">), lines };
}

function playing({ exit, signal, stderr, lines }: Recording, written: string[]): DrivenProcess {
  const before = written.length;
  return {
    pid: 1,
    lines: (async function* () {
      for (const line of lines) {
        await questionOf(line, () => written.slice(before));
        yield line;
      }
    })(),
    write: (text) => void written.push(text),
    endInput: () => {},
    errTail: () => stderr,
    onErrLine: () => {},
    exit: Promise.resolve({ code: exit, signal }),
  };
}

/** An answer in JSON-RPC comes after its question; every other line comes at once. */
async function questionOf(line: string, written: () => readonly string[]): Promise<void> {
  const id = /^\{"id":(\d+),"result"|^\{"error":.*,"id":(\d+)\}$/.exec(line)?.slice(1).find(Boolean);
  if (id === undefined) return;
  const isAsked = () => written().some((text) => text.startsWith(`{"id":${id},`));
  while (!isAsked()) await new Promise((resolve) => setImmediate(resolve));
}

async function* nothing(): AsyncGenerator<never> {}
