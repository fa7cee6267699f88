/**
 * Follows both output streams of a running attempt and hands their lines on as they come. Quiet agents cost nothing: the
 * folder is watched. A flood is read at a bounded pace, by looking now and then; what the keeper deletes meanwhile is
 * not seen.
 */
import { watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isOperating } from "../../files/operating-error.ts";
import type { OutputStream } from "../adapters/agent-adapter.ts";
import type { OutputPosition } from "../host/agent-host.ts";
import { createOutputReader, type OutputPiece } from "./output-reader.ts";

export type OnLines = (lines: readonly string[], stream: OutputStream, position: OutputPosition) => void;

export interface OutputFollower {
  /** Reads what is left and ends. To be called when nothing is written any more. */
  readonly finish: () => Promise<void>;
  /** Ends at once. */
  readonly stop: () => Promise<void>;
}

const PAUSE_MS = 50;
const STREAMS = ["out", "err"] as const;

export function followOutput(dir: string, from: OutputPosition, onLines: OnLines): OutputFollower {
  const readers = { out: createOutputReader(dir, "out", from.out), err: createOutputReader(dir, "err", from.err) };
  const ending = new AbortController();
  const hand = (stream: OutputStream, pieces: readonly OutputPiece[]): void => {
    const lines = pieces.filter((piece) => piece.type === "line").map((piece) => piece.text);
    if (lines.length > 0) onLines(lines, stream, { out: readers.out.position(), err: readers.err.position() });
  };
  /** One stretch of each stream; true when there was any. */
  const read = async (): Promise<boolean> => {
    let some = false;
    for (const stream of STREAMS) {
      const pieces = await readers[stream].read();
      if (!pieces) continue;
      some = true;
      hand(stream, pieces);
    }
    return some;
  };
  const following = follow(dir, read, ending.signal);
  const stop = async (): Promise<void> => {
    ending.abort();
    await following;
  };
  const finish = async (): Promise<void> => {
    await stop();
    while (await read());
    for (const stream of STREAMS) hand(stream, readers[stream].finish());
  };
  return { finish, stop };
}

async function follow(dir: string, read: () => Promise<boolean>, ending: AbortSignal): Promise<void> {
  let busy = false;
  while (!ending.aborted) {
    // Watched from before the look, so that nothing falls between the two.
    const change = busy ? undefined : watchOnce(dir, ending);
    busy = await readOrPause(read, ending);
    if (busy) await pause(PAUSE_MS, ending);
    else await change?.happened;
    change?.close();
  }
}

/** Out of file descriptors, an unreadable disk: it may pass, and nobody here can do anything about it. */
async function readOrPause(read: () => Promise<boolean>, ending: AbortSignal): Promise<boolean> {
  try {
    return await read();
  } catch (error) {
    if (!isOperating(error)) throw error;
    await pause(PAUSE_MS_UNWATCHED, ending);
    return true;
  }
}

interface Change {
  readonly happened: Promise<void>;
  readonly close: () => void;
}

const PAUSE_MS_UNWATCHED = 500;

/** Where watching is not possible (the system's watches are used up), a pause stands for it. */
function watchOnce(dir: string, ending: AbortSignal): Change {
  try {
    const watcher = watch(dir);
    const { promise: happened, resolve } = Promise.withResolvers<void>();
    const wake = (): void => resolve();
    for (const event of ["change", "error", "close"]) watcher.on(event, wake);
    ending.addEventListener("abort", wake);
    const close = (): void => {
      ending.removeEventListener("abort", wake);
      watcher.close();
    };
    return { happened, close };
  } catch {
    return { happened: pause(PAUSE_MS_UNWATCHED, ending), close: () => {} };
  }
}

async function pause(ms: number, ending: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: ending }).catch(() => {});
}
