/**
 * Reads along with an answer on its way to the agent: from a stream every event that speaks of usage or trouble, from
 * anything else the whole, if it is not too long. It keeps the counts and forgets the text; it never changes, holds back
 * or delays what it reads.
 */
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import type { Vendor } from "../vendors.ts";
import { type Reading, readUsage } from "./read-usage.ts";

export interface AnswerTap {
  readonly push: (chunk: Buffer) => void;
  /** Resolves when all that was pushed has been read. */
  readonly end: () => Promise<void>;
  /** The beginning of an answer that is no stream, for what it says about trying again. */
  readonly text: () => string;
}

export interface TapOptions {
  readonly vendor: Vendor;
  readonly contentType: string;
  readonly encoding: string;
  readonly onReading: (reading: Reading) => void;
}

/** Whole bodies hold what the model wrote: some hundred kilobytes. */
const BODY_BYTES_MAX = 16_777_216;
const LINE_BYTES_MAX = 8_388_608;
const TEXT_CHARS_MAX = 65_536;

export function tapAnswer(options: TapOptions): AnswerTap {
  const plain = /^text\/event-stream\b/i.test(options.contentType) ? streamTap(options) : bodyTap(options);
  const decoder = decoderFor(options.encoding);
  if (!decoder) return plain;
  const over = Promise.withResolvers<void>();
  decoder.on("data", (chunk: Buffer) => plain.push(chunk));
  decoder.on("end", over.resolve);
  // What cannot be unpacked is not counted; the agent got it as it was.
  decoder.on("error", () => over.resolve());
  decoder.on("close", () => over.resolve());
  return {
    push: (chunk) => void (decoder.writable && decoder.write(chunk)),
    end: async () => {
      if (decoder.writable) decoder.end();
      await over.promise;
      await plain.end();
    },
    text: plain.text,
  };
}

function decoderFor(encoding: string) {
  switch (encoding.trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    case "zstd":
      return createZstdDecompress();
    default:
      return null;
  }
}

/** Only lines with one of these are worth parsing: most of a stream is the model's words. */
const TELLING = /"(?:usage|usageMetadata|error)"\s*:\s*\{/;

function streamTap({ vendor, onReading }: TapOptions): AnswerTap {
  let parts: Buffer[] = [];
  let bytes = 0;
  const line = (): void => {
    const text = bytes > LINE_BYTES_MAX ? "" : Buffer.concat(parts).toString();
    parts = [];
    bytes = 0;
    if (!text.startsWith("data:") || !TELLING.test(text)) return;
    tell(vendor, text.slice("data:".length), onReading);
  };
  return {
    push(chunk) {
      let from = 0;
      for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
        keep(chunk.subarray(from, to));
        line();
        from = to + 1;
      }
      keep(chunk.subarray(from));
    },
    async end() {
      line();
    },
    text: () => "",
  };

  function keep(part: Buffer): void {
    bytes += part.length;
    if (bytes <= LINE_BYTES_MAX && part.length > 0) parts.push(part);
    else if (bytes > LINE_BYTES_MAX) parts = [];
  }
}

const NEWLINE = 0x0a;

function bodyTap({ vendor, onReading }: TapOptions): AnswerTap {
  let parts: Buffer[] = [];
  let bytes = 0;
  let text = "";
  return {
    push(chunk) {
      bytes += chunk.length;
      if (bytes <= BODY_BYTES_MAX) parts.push(chunk);
      else parts = [];
    },
    async end() {
      const body = Buffer.concat(parts).toString();
      parts = [];
      text = body.slice(0, TEXT_CHARS_MAX);
      if (TELLING.test(body)) tell(vendor, body, onReading);
    },
    text: () => text,
  };
}

/** One document, or a list of them as Gemini streams them when it is not asked for events. */
function tell(vendor: Vendor, text: string, onReading: (reading: Reading) => void): void {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return; // a stream may be cut anywhere
  }
  for (const each of Array.isArray(document) ? document : [document]) onReading(readUsage(vendor, each));
}
