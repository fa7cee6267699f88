/**
 * A slip: what shows the Reeve that takes a mail which process sent it. Whoever may write into a journal can write mail in anybody's
 * name; so a sender listens, until its mail was looked at, on a socket whose name is a digest of the very mail. Such a
 * socket has no file: nobody can give one to another process, or give it another name. Who has it open, the system shows.
 *
 * A sender of another user, whose files the system does not show, leaves a file instead: it is that user's, and an agent can make none
 * of those. Only on Linux; elsewhere there are no slips. It tells who sent a mail, never whether they may.
 */
import { createHash } from "node:crypto";
import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { readTextSync } from "../files/foreign-file.ts";
import { hasSocket } from "./table/open-sockets.ts";

/** A mail, as sender and taker know it alike. */
export interface SlipMail {
  readonly sender: string;
  readonly number: number;
  readonly at: number;
  readonly from: string;
  /** As JSON. */
  readonly input: string;
}

export interface Slip {
  /** Somebody has looked. */
  readonly seen: Promise<void>;
  readonly release: () => void;
}

const SOCKETS = "/proc/net/unix";

/** Whether slips can be shown and looked for here. */
export function hasSlips(): boolean {
  return process.platform === "linux" && readSockets() !== null;
}

/** Held before the mail is posted, until it was answered or looked at. */
export async function holdSlip(runDir: string, mail: SlipMail): Promise<Slip> {
  const { promise: seen, resolve } = Promise.withResolvers<void>();
  if (process.platform !== "linux") return { seen, release: resolve };
  const name = slipName(runDir, mail);
  const server = createServer((connection) => {
    connection.destroy();
    resolve();
  });
  server.unref();
  const { promise: up, resolve: onUp } = Promise.withResolvers<void>();
  server.once("error", () => onUp()).listen(`\0${name}`, onUp);
  await up;
  const file = leaveFile(runDir, name);
  return {
    seen,
    release: () => {
      server.close();
      if (file !== null) rmSync(file, { force: true });
    },
  };
}

/** For each mail whether the process that it names has its slip; and tells those who have that they were seen. */
export function findSlips(
  runDir: string,
  mail: readonly { readonly mail: SlipMail; readonly pid: number }[],
): readonly boolean[] {
  const sockets = readSockets() ?? "";
  return mail.map(({ mail: each, pid }) => {
    const name = slipName(runDir, each);
    const inodes = inodesOf(sockets, name);
    const isHeld = (inodes.length > 0 && hasSocket(pid, inodes)) || isLeft(runDir, name);
    if (isHeld) greet(name);
    return isHeld;
  });
}

/** The run is in it too: the same order in another run is another one. */
function slipName(runDir: string, { sender, number, at, from, input }: SlipMail): string {
  const said = JSON.stringify([realpathSync(runDir), sender, number, at, from, input]);
  return `reeve-slip-${createHash("sha256").update(said).digest("hex")}`;
}

function readSockets(): string | null {
  try {
    return readFileSync(SOCKETS, "latin1");
  } catch {
    return null;
  }
}

/** The seventh word of a line is the inode, the last one the name. */
function inodesOf(sockets: string, name: string): readonly string[] {
  if (!sockets.includes(name)) return [];
  const lines = sockets.split("\n").filter((line) => line.endsWith(` @${name}`));
  return lines.flatMap((line) => line.trim().split(/\s+/)[6] ?? []);
}

/** Where the run is another user's. Null: none is needed, or none can be left. */
function leaveFile(runDir: string, name: string): string | null {
  const file = join(runDir, name);
  try {
    if (statSync(runDir).uid === process.getuid?.()) return null;
    writeFileSync(file, name, { flag: "wx", mode: 0o644 });
    return file;
  } catch {
    return null;
  }
}

/** By another user than ours, who alone can have written what is in it. The superuser's agents could make such a file. */
function isLeft(runDir: string, name: string): boolean {
  const file = join(runDir, name);
  const uid = process.getuid?.();
  const found = statSync(file, { throwIfNoEntry: false });
  return uid !== 0 && found !== undefined && found.uid !== uid && readTextSync(file) === name;
}

function greet(name: string): void {
  const socket = connect(`\0${name}`, () => socket.destroy());
  socket.on("error", () => {}).unref();
}
