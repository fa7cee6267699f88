/**
 * Reads an attempt's output: `createOutputReader` follows a stream while it is written, line by line; `readTail` gives
 * its end. Both are bounded, whatever was printed, and change no file.
 */
import { join } from "node:path";
import { LineSplitter } from "../../../basics/line-splitter.ts";
import type { OutputStream } from "../adapters/agent-adapter.ts";
import { listSegments, readSegment, SegmentCursor } from "./segment-cursor.ts";

export type OutputPiece =
  | { readonly type: "line"; readonly text: string }
  /** So many bytes are missing here: they were written, and left out to keep within the limit. */
  | { readonly type: "gap"; readonly bytes: number };

export interface OutputReader {
  /** What was added, a bounded stretch of it; undefined when there is nothing new. A stretch may hold no whole line. */
  readonly read: () => Promise<readonly OutputPiece[] | undefined>;
  /** The last line, where the stream ended without a line end. */
  readonly finish: () => readonly OutputPiece[];
  /** Offset of the first byte that is in no line yet: a later reader may start from here. */
  readonly position: () => number;
}

export function createOutputReader(dir: string, stream: OutputStream, from = 0): OutputReader {
  const cursor = new SegmentCursor(dir, stream, from);
  const splitter = new LineSplitter();
  return {
    read: async () => {
      const stretch = await cursor.next();
      if (stretch?.type === "gap") return [...asLines(splitter.break()), stretch];
      return stretch && asLines(splitter.push(stretch.bytes));
    },
    finish: () => asLines(splitter.break()),
    position: () => cursor.offset - splitter.pendingBytes,
  };
}

function asLines(texts: readonly string[]): OutputPiece[] {
  return texts.map((text) => ({ type: "line", text }));
}

/** The last bytes of a stream as text, as far as they are stored without a gap. */
export async function readTail(dir: string, stream: OutputStream, bytesMax: number): Promise<string> {
  const parts: Buffer[] = [];
  let wanted = bytesMax;
  let next = Number.POSITIVE_INFINITY;
  for (const start of (await listSegments(dir, stream)).reverse()) {
    let end = 0;
    const part = await readSegment(join(dir, `${stream}.${start}`), (size) => {
      end = start + size;
      return { at: Math.max(0, size - wanted), length: Math.min(size, wanted) };
    });
    if (!part || wanted === 0 || (end < next && next !== Number.POSITIVE_INFINITY)) break;
    parts.unshift(part);
    wanted -= part.length;
    next = start;
  }
  return Buffer.concat(parts).toString("utf8");
}
