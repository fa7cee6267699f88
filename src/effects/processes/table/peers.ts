/**
 * Who is at the other end of a connection on this machine, as the system shows it: for a server that is asked for what not everybody
 * may have. Only on Linux, and only processes whose files we may look at; it only looks.
 */
import { readdirSync, readFileSync } from "node:fs";
import { hasSocket } from "./open-sockets.ts";

/** Both ports as the server sees them; 0: it is closed. */
export interface Connection {
  readonly remotePort: number;
  readonly localPort: number;
}

export interface Peers {
  /** Whoever asked has hung up: who it was cannot be seen any more. */
  readonly isGone: boolean;
  readonly pids: readonly number[];
}

/** Null: the system does not tell. */
export function peersOf({ remotePort, localPort }: Connection): Peers | null {
  const lines = ["/proc/net/tcp", "/proc/net/tcp6"].map(linesIn);
  if (lines.every((each) => each === null)) return null;
  const pair = new RegExp(`:${hex(remotePort)} [0-9A-F]+:${hex(localPort)} (..) `);
  const ends = lines.flatMap((each) => (each ?? []).filter((line) => pair.test(line)));
  if (ends.length === 0) return { isGone: true, pids: [] };
  const open = ends.filter((line) => pair.exec(line)?.[1] === ESTABLISHED);
  const inodes = open.flatMap((line) => line.trim().split(/\s+/)[INODE] ?? []).filter((inode) => inode !== "0");
  return { isGone: inodes.length === 0, pids: inodes.length === 0 ? [] : holdersOf(inodes) };
}

const ESTABLISHED = "01";
const INODE = 9;

function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, "0");
}

function linesIn(file: string): readonly string[] | null {
  try {
    return readFileSync(file, "latin1").split("\n");
  } catch {
    return null;
  }
}

function holdersOf(inodes: readonly string[]): readonly number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => hasSocket(pid, inodes));
}
