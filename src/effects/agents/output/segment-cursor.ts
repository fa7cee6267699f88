/**
 * Walks over the segments of one output stream while the keeper writes them. A segment is named by the offset of its
 * first byte, and the middle of a flood is deleted, so what is missing is known to the byte. It changes no file.
 */
import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isCode } from "../../files/operating-error.ts";
import type { OutputStream } from "../adapters/agent-adapter.ts";

export type Stretch =
  | { readonly type: "bytes"; readonly bytes: Buffer }
  | { readonly type: "gap"; readonly bytes: number };

const READ_BYTES_MAX = 256 * 1024;

export class SegmentCursor {
  readonly #dir: string;
  readonly #stream: OutputStream;
  #segment = -1;
  offset: number;

  constructor(dir: string, stream: OutputStream, offset: number) {
    this.#dir = dir;
    this.#stream = stream;
    this.offset = offset;
  }

  /** The next stretch; undefined when there is nothing more at the moment. */
  async next(): Promise<Stretch | undefined> {
    for (;;) {
      const bytes = await this.#take();
      if (bytes) return { type: "bytes", bytes };
      const later = await this.#findLater();
      if (later === undefined) return undefined;
      // It may have grown between the look into it and the look for the next; now it is complete.
      const rest = await this.#take();
      if (rest) return { type: "bytes", bytes: rest };
      this.#segment = later;
      const missing = later - this.offset;
      if (missing <= 0) continue;
      this.offset = later;
      return { type: "gap", bytes: missing };
    }
  }

  async #take(): Promise<Buffer | undefined> {
    if (this.#segment < 0) return undefined;
    const from = this.offset - this.#segment;
    const bytes = await readSegment(join(this.#dir, `${this.#stream}.${this.#segment}`), (size) => ({
      at: from,
      length: Math.min(size - from, READ_BYTES_MAX),
    }));
    this.offset += bytes?.length ?? 0;
    return bytes?.length ? bytes : undefined;
  }

  /** The one that holds the offset, or the first after it. */
  async #findLater(): Promise<number | undefined> {
    const later = (await listSegments(this.#dir, this.#stream)).filter((start) => start > this.#segment);
    return later.findLast((start) => start <= this.offset) ?? later[0];
  }
}

/** The offsets the stored segments start at, ascending. */
export async function listSegments(dir: string, stream: OutputStream): Promise<number[]> {
  const prefix = `${stream}.`;
  const names = await readdir(dir).catch((error: unknown) => {
    if (isCode(error, "ENOENT")) return [];
    throw error;
  });
  const starts = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  return starts
    .filter((start) => /^\d+$/.test(start))
    .map(Number)
    .sort((a, b) => a - b);
}

/** How many bytes were written so far, whatever of them is stored. */
export async function streamLength(dir: string, stream: OutputStream): Promise<number> {
  const last = (await listSegments(dir, stream)).at(-1);
  if (last === undefined) return 0;
  let length = last;
  await readSegment(join(dir, `${stream}.${last}`), (size) => {
    length = last + size;
    return { at: 0, length: 0 };
  });
  return length;
}

/** Agents can reach these files: no link is followed and nothing that would block is waited for. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A stretch of it, chosen by its size; undefined when there is no such file. */
export async function readSegment(
  path: string,
  choose: (size: number) => { readonly at: number; readonly length: number },
): Promise<Buffer | undefined> {
  const file = await openIfThere(path);
  if (!file) return undefined;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return undefined;
    const { at, length } = choose(stat.size);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.max(0, length)), 0, Math.max(0, length), at);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, FLAGS);
  } catch (error) {
    if (["ENOENT", "ELOOP", "EACCES"].some((code) => isCode(error, code))) return undefined;
    throw error;
  }
}
