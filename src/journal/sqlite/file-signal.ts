/**
 * Tells that another process did something: at once when a file is written (fs.watch), else at the next slow poll, which
 * asks a cheap question. It says "look again" and never what happened. A missed notice costs one poll interval.
 */
import { type FSWatcher, watch } from "node:fs";

const POLL_MS = 1_000;

export interface FileSignalOptions {
  /** Written by the other side after it did something. Need not exist: then only the poll remains. */
  readonly file: string;
  /** The cheap question: has anything changed since it was last asked? */
  readonly changed: () => boolean;
  readonly onSignal: () => void;
  /** Whether the process stays alive for this alone. */
  readonly keepAlive: boolean;
  readonly pollMs?: number;
}

/** Starts listening; returns the function that stops it. */
export function listen(options: FileSignalOptions): () => void {
  const { file, changed, onSignal, keepAlive } = options;
  let watcher = watchQuietly(file, keepAlive, onSignal, () => {
    watcher = null;
  });
  const poll = setInterval(() => {
    if (changed()) onSignal();
  }, options.pollMs ?? POLL_MS);
  if (!keepAlive) poll.unref();
  return () => {
    clearInterval(poll);
    watcher?.close();
  };
}

function watchQuietly(file: string, keepAlive: boolean, onChange: () => void, onLost: () => void): FSWatcher | null {
  try {
    const watcher = watch(file, { persistent: keepAlive }, onChange);
    watcher.on("error", () => {
      watcher.close();
      onLost();
    });
    return watcher;
  } catch {
    // No such file, or the system has no watches left: the poll remains.
    return null;
  }
}
