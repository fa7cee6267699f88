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

export interface OutputPart {
  readonly stream: OutputStream;
  /** One line, without its end. */
  readonly text: string;
}

const LOOK_MS = 200;
const STREAMS = ["out", "err"] as const;

/** With `follow` it goes on until the attempt has ended, or the signal comes. */
export async function* readAttemptOutput(
  runDir: string,
  attempt: string,
  follow: boolean,
  signal: AbortSignal,
): AsyncGenerator<OutputPart> {
  const folder = attemptFolder(runDir, attempt);
  const readers = STREAMS.map((stream) => ({
    stream,
    masker: new LineMasker(),
    ...createOutputReader(folder.dir, stream),
  }));
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

type Reader = OutputReader & { readonly stream: OutputStream; readonly masker: LineMasker };

async function* readAll(reader: Reader, signal: AbortSignal): AsyncGenerator<OutputPart> {
  for (let pieces = await reader.read(); pieces && !signal.aborted; pieces = await reader.read()) {
    for (const piece of pieces) yield part(reader, piece);
  }
}

function part({ stream, masker }: Reader, piece: OutputPiece): OutputPart {
  const text =
    piece.type === "line" ? masker.mask(displaySafe(piece.text)) : `[… ${piece.bytes} bytes left out here …]`;
  return { stream, text };
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
}
