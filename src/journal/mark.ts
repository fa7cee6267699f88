/**
 * The mark: a tiny file that says which record was acknowledged last. SQLite alone cannot tell that its `-wal` was
 * deleted or an older copy put back; with the mark that is seen. It is written after each commit and never synced, so
 * after a power cut it may lag behind the journal but never runs ahead of it. It is a witness only: if it cannot be
 * written or read, the journal works on without it.
 */
import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";

export interface Mark {
  readonly seq: number;
  readonly crc: number;
}

export class MarkFile {
  readonly #path: string;
  #fd: number | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  write(mark: Mark): void {
    const body = `${mark.seq.toString().padStart(16, "0")} ${hex(mark.crc)}`;
    try {
      this.#fd ??= openSync(this.#path, constants.O_WRONLY | constants.O_CREAT, 0o644);
      writeSync(this.#fd, `${body} ${hex(crc32(body))}\n`, 0);
    } catch {
      this.close();
    }
  }

  close(): void {
    if (this.#fd === null) return;
    closeSync(this.#fd);
    this.#fd = null;
  }
}

/** Null when there is none or it is unreadable. */
export function readMark(path: string): Mark | null {
  try {
    const [, body, seq, crc, sum] =
      /^((\d{16}) ([0-9a-f]{8})) ([0-9a-f]{8})\n$/.exec(readFileSync(path, "latin1")) ?? [];
    if (body === undefined || sum !== hex(crc32(body))) return null;
    return { seq: Number(seq), crc: Number.parseInt(crc ?? "", 16) };
  } catch {
    return null;
  }
}

function hex(number: number): string {
  return number.toString(16).padStart(8, "0");
}
