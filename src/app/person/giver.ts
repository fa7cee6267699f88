/** Who gives an order from this process, as the machine shows it: user, host, terminal, process. Decides nothing. */
import { readlinkSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { displaySafe } from "../../domain/words/display-safe.ts";
import type { Giver } from "../../domain/work/giver.ts";

const COMMAND_LENGTH_MAX = 200;

/** `command`: what was typed, as far as the caller knows it. */
export function giverHere(command: string): Giver {
  const line = displaySafe(`${through()}${command}`).replace(/\s+/g, " ").trim();
  return {
    user: userName(),
    host: hostname(),
    tty: terminal(),
    pid: process.pid,
    command: line.slice(0, COMMAND_LENGTH_MAX),
  };
}

/** Orders may come through a server that somebody else talks to. */
function through(): string {
  const words = process.argv.slice(2);
  // The folder may be named before the command, in one word or in two.
  const program = words[0] === "-C" ? words[2] : words.find((word) => !word.startsWith("-C"));
  return program === "mcp" || program === "serve" ? `reeve ${program}: ` : "";
}

/** A user without an entry has a number only. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
}

/** The terminal that something of ours is connected to. */
function terminal(): string | null {
  const streams = [process.stdin, process.stdout, process.stderr];
  const fd = streams.findIndex((stream) => stream.isTTY);
  if (fd < 0) return null;
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return "terminal";
  }
}
