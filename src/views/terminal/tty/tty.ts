/**
 * A terminal that is taken over while screens are shown, and given back as it was: on leaving, on any exit of the process,
 * while it is suspended. What a signal means for the work is decided elsewhere; here it only never finds the terminal in
 * disorder.
 */
import { writeSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import type { Size } from "../paint/painter.ts";
import { type Key, readKeys } from "./keys.ts";

export interface Tty {
  readonly size: () => Size;
  readonly write: (bytes: string) => void;
  /** Takes the terminal over until the answer is called. */
  readonly open: (on: TtyEvents) => () => void;
}

export interface TtyEvents {
  readonly key: (key: Key) => void;
  /** Its size has changed, or somebody else wrote on it: everything is to be painted again. */
  readonly disturbed: () => void;
}

/** Other screen, no cursor, no wrapping at the edge, pasted text marked as such; and all of it back. */
const ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h";
const LEAVE = "\u001b[?2026l\u001b[0m\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l";

/**
 * Null where nobody can look, nobody can press a key, or the terminal understands no order (`TERM=dumb`, as in an editor). `write`:
 * where everything that is shown passes.
 */
export function realTty(write: (bytes: string) => void): Tty | null {
  const { stdin, stdout, env } = process;
  if (!stdin.isTTY || !stdout.isTTY || env["TERM"] === "dumb") return null;
  const size = () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  return { size, write, open: (on) => takeOver(write, on) };
}

/** How long a stop by the terminal may take to be felt. */
const STOPPED_MS = 50;

function takeOver(write: (bytes: string) => void, on: TtyEvents): () => void {
  const { stdin, stdout } = process;
  let isIn = false;
  const keys = readKeys((key) => (key.name === "ctrl-z" ? suspend() : on.key(key)));
  const enter = () => {
    if (isIn) return;
    isIn = true;
    stdin.setRawMode(true);
    write(ENTER);
    on.disturbed();
  };
  const leave = () => {
    if (!isIn) return;
    isIn = false;
    // Nothing that is still on its way may come after it.
    writeNow(LEAVE);
    setRaw(false);
  };
  const suspend = () => {
    leave();
    process.off("SIGTSTP", suspend);
    process.kill(0, "SIGTSTP");
    // In a group that nobody can continue the signal does nothing.
    setTimeout(back, STOPPED_MS);
  };
  const back = () => {
    process.off("SIGTSTP", suspend).on("SIGTSTP", suspend);
    enter();
  };
  // A letter may come in two pieces.
  const letters = new StringDecoder("utf8");
  const heard = (chunk: Buffer | string) => keys.feed(typeof chunk === "string" ? chunk : letters.write(chunk));
  process.on("exit", leave).on("SIGTSTP", suspend).on("SIGCONT", back);
  stdout.on("resize", on.disturbed);
  stdin.on("data", heard).resume();
  enter();
  return () => {
    process.off("exit", leave).off("SIGTSTP", suspend).off("SIGCONT", back);
    stdout.off("resize", on.disturbed);
    stdin.off("data", heard).pause();
    keys.close();
    leave();
  };
}

/** A terminal that has gone away needs nothing back. */
function setRaw(on: boolean): void {
  try {
    process.stdin.setRawMode(on);
  } catch {
    // It is gone.
  }
}

function writeNow(bytes: string): void {
  try {
    writeSync(1, bytes);
  } catch {
    // It is gone.
  }
}
