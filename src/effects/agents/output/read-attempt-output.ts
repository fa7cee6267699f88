/**
 * What an attempt printed, for a person's eyes: both streams as they came in, cleaned for a terminal, without secrets, with
 * a note where something was left out. Works on any attempt's folder, whether or not a Reeve runs. It changes no file.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { LineMasker } from "../../../domain/secrets/line-masker.ts";
import { displaySafe } from "../../../domain/words/display-safe.ts";
import { attemptFolder, readExit } from "../../processes/attempt-folder.ts";
import type { OutputStream } from "../adapters/agent-adapter.ts";
import { createOutputReader, type OutputPiece, type OutputReader } from "./output-reader.ts";
import { streamLength } from "./segment-cursor.ts";

export interface OutputPart {
  readonly stream: OutputStream;
  /** One line, without its end. */
  readonly text: string;
}

const LOOK_MS = 200;
const STREAMS = ["out", "err"] as const;

export interface ReadWish {
  /** It goes on until the attempt has ended, or the signal comes. */
  readonly follow: boolean;
  /** Of each stream only so much of its end, where it is longer. */
  readonly lastBytes?: number | undefined;
  readonly signal: AbortSignal;
}

export async function* readAttemptOutput(
  runDir: string,
  attempt: string,
  { follow, lastBytes = Number.POSITIVE_INFINITY, signal }: ReadWish,
): AsyncGenerator<OutputPart> {
  const folder = attemptFolder(runDir, attempt);
  const readers = await Promise.all(STREAMS.map((stream) => openReader(folder.dir, stream, lastBytes)));
  for (let live = true; live && !signal.aborted; ) {
    // Asked before the look: what was written until then is seen by it.
    live = follow && (await readExit(folder)) === undefined;
    for (const reader of readers) yield* readAll(reader, signal);
    if (follow) await pause(signal);
  }
  // The keeper may have stored the last bytes just now.
  for (const reader of readers) {
    yield* readAll(reader, signal);
    for (const piece of reader.finish()) yield part(reader, piece);
  }
}

interface Reader extends OutputReader {
  readonly stream: OutputStream;
  readonly masker: LineMasker;
  /** What was read already, to find out where the end begins. */
  readonly opening: OutputPart[];
}

/** A key that begins before the first line that is shown is still known for one. */
const KEY_BYTES_MAX = 32 * 1024;

async function openReader(dir: string, stream: OutputStream, lastBytes: number): Promise<Reader> {
  const masker = new LineMasker();
  const from = Number.isFinite(lastBytes) ? Math.max(0, (await streamLength(dir, stream)) - lastBytes) : 0;
  const reader = createOutputReader(dir, stream, Math.max(0, from - KEY_BYTES_MAX));
  const opening: OutputPart[] = [];
  while (from > 0 && reader.position() < from) {
    let at = reader.position();
    const pieces = await reader.read();
    if (pieces === undefined) break;
    for (const piece of pieces) {
      const shown = part({ stream, masker }, piece);
      if (at >= from) opening.push(...(opening.length === 0 ? [leftOut(stream, at)] : []), shown);
      at += piece.type === "gap" ? piece.bytes : Buffer.byteLength(piece.text) + 1;
    }
  }
  if (from > 0 && opening.length === 0) opening.push(leftOut(stream, reader.position()));
  return { stream, masker, opening, ...reader };
}

async function* readAll(reader: Reader, signal: AbortSignal): AsyncGenerator<OutputPart> {
  yield* reader.opening.splice(0);
  for (let pieces = await reader.read(); pieces && !signal.aborted; pieces = await reader.read()) {
    for (const piece of pieces) yield part(reader, piece);
  }
}

function part({ stream, masker }: Pick<Reader, "stream" | "masker">, piece: OutputPiece): OutputPart {
  if (piece.type === "gap") return leftOut(stream, piece.bytes);
  return { stream, text: masker.mask(displaySafe(piece.text)) };
}

function leftOut(stream: OutputStream, bytes: number): OutputPart {
  return { stream, text: `[… ${bytes} bytes left out here …]` };
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
}
