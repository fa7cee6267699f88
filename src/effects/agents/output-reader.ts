/**
 * Reads one output stream of an attempt while it is being written: whole lines, in order, bounded. The keeper stores a
 * stream as segments named by the offset of their first byte and deletes the middle of a flood, so the reader knows
 * exactly how much it has missed. It changes no file.
 */
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { OutputStream } from "./agent-adapter.ts";
import { LineSplitter } from "./line-splitter.ts";

export type OutputPiece =
  | { readonly type: "line"; readonly text: string }
  /** So many bytes are missing here: they were written, and left out to keep within the limit. */
  | { readonly type: "gap"; readonly bytes: number };

export interface OutputReader {
  /** What was added since the last call, at most about `READ_BYTES_MAX`; empty when there is nothing new. */
  readonly read: () => Promise<readonly OutputPiece[]>;
  /** The last line, when the stream ended without a line end. To be called after `read` gave nothing any more. */
  readonly finish: () => readonly OutputPiece[];
  /** Where the next line begins: a later reader may start from here. */
  readonly position: () => number;
}

const READ_BYTES_MAX = 256 * 1024;

export function createOutputReader(dir: string, stream: OutputStream, from = 0): OutputReader {
  const lines = new LineSplitter();
  const buffer = Buffer.allocUnsafe(0);
  let chunk = buffer;
  let segment: number | undefined;
  let offset = from;

  const take = async (): Promise<Buffer | undefined> => {
    if (segment === undefined) return undefined;
    if (chunk.length === 0) chunk = Buffer.allocUnsafe(READ_BYTES_MAX);
    return await readAt(join(dir, `${stream}.${segment}`), offset - segment, chunk);
  };
  /** The segment that holds `offset`, or the first one after it. */
  const advance = async (): Promise<boolean> => {
    const starts = await listSegments(dir, stream);
    const next = segment === undefined ? starts.findLast((start) => start <= offset) : starts.find((start) => start > Number(segment));
    const chosen = next ?? (segment === undefined ? starts[0] : undefined);
    if (chosen === undefined) return false;
    segment = chosen;
    return true;
  };

  return {
    read: async () => {
      let bytes = await take();
      const pieces: OutputPiece[] = [];
      if (!bytes?.length) {
        const finished = segment;
        if (!(await advance())) return [];
        // The old segment may have grown between the look into it and the look for the next; now it is complete.
        const rest = finished === undefined ? undefined : await readAt(join(dir, `${stream}.${finished}`), offset - finished, chunk);
        if (rest?.length) {
          segment = finished;
          bytes = rest;
        } else {
          const start = segment ?? 0;
          if (start > offset) {
            pieces.push(...asLines(lines.break()), { type: "gap", bytes: start - offset });
            offset = start;
          }
          bytes = await take();
        }
      }
      offset += bytes?.length ?? 0;
      if (bytes?.length) pieces.push(...asLines(lines.push(bytes)));
      else chunk = Buffer.allocUnsafe(0);
      return pieces;
    },
    finish: () => asLines(lines.break()),
    position: () => offset - lines.pendingBytes,
  };
}
