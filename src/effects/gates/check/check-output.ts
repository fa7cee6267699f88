/**
 * What a check printed, from the files of its keeper: all of it, or its beginning and its end with a note of what lies
 * between. Cleaned for a terminal, keys redacted. Reads a bounded stretch, whatever was printed.
 */
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { displaySafe } from "../../../domain/words/display-safe.ts";
import { readTail } from "../../agents/output/output-reader.ts";
import { listSegments, readSegment } from "../../agents/output/segment-cursor.ts";
import { redact } from "../../masking/redact.ts";
import type { AttemptFolder } from "../../processes/attempt-folder.ts";

export async function readCheckOutput(dir: string, bytesMax: number, secrets: readonly string[]): Promise<string> {
  const clean = (text: string): string => redact(displaySafe(text), secrets);
  const size = await sizeOf(dir);
  if (size <= bytesMax) return clean(await readTail(dir, "out", bytesMax));
  const half = Math.ceil(bytesMax / 2);
  const head = await readSegment(join(dir, "out.0"), (stored) => ({ at: 0, length: Math.min(stored, half) }));
  const tail = await readTail(dir, "out", half);
  const [before, after] = [endAtLine(head?.toString("utf8") ?? ""), beginAtLine(tail)];
  const missing = size - Buffer.byteLength(before) - Buffer.byteLength(after);
  return `${clean(before)}\n[… ${missing} bytes left out here …]\n${clean(after)}`;
}

async function sizeOf(dir: string): Promise<number> {
  const start = (await listSegments(dir, "out")).at(-1);
  if (start === undefined) return 0;
  const last = await stat(join(dir, `out.${start}`)).catch(() => ({ size: 0 }));
  return start + last.size;
}

/** A key that the cut goes through would not be known again, so what is next to the cut goes as well. */
const EDGE_LENGTH = 1024;

function endAtLine(text: string): string {
  const kept = text.lastIndexOf("\n");
  return kept >= text.length - EDGE_LENGTH ? text.slice(0, Math.max(kept, 0)) : text.slice(0, -EDGE_LENGTH);
}

function beginAtLine(text: string): string {
  const first = text.indexOf("\n");
  return first >= 0 && first < EDGE_LENGTH ? text.slice(first + 1) : text.slice(EDGE_LENGTH);
}

/** All that is left of a check; what cannot be removed now goes with a later sweep. */
export async function removeCheck({ dir, exit, box }: AttemptFolder): Promise<void> {
  for (const path of [dir, exit, box]) await rm(path, { recursive: true, force: true }).catch(() => {});
}
