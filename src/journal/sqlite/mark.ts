/**
 * The mark: a tiny file that says which record was acknowledged last. SQLite alone cannot tell that its `-wal` was
 * deleted or an older copy put back; with the mark that is seen. It is written after commits, at most every 50 ms and
 * never synced, so it may lag behind the journal but never runs ahead of it. It is a witness only: if it cannot be
 * written or read, the journal works on without it. Readers in other processes watch it to learn that there is more.
 */
import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";

export const MARK_INTERVAL_MS = 50;

export interface Mark {
  readonly seq: number;
  readonly crc: number;
}

export class MarkFile {
  readonly #path: string;
  #fd: number | null = null;
  #waiting: Mark | null = null;
  #writtenAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** At once after a pause; in a rush, together with what follows within the interval. */
  set(mark: Mark): void {
    this.#waiting = mark;
    if (this.#timer !== null) return;
    const restMs = this.#writtenAtMs + MARK_INTERVAL_MS - performance.now();
    if (restMs <= 0) this.#write();
    else this.#timer = setTimeout(() => this.#write(), restMs).unref();
  }

  close(): void {
    if (this.#waiting !== null) this.#write();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#closeFile();
  }

  #write(): void {
    if (this.#waiting === null) return;
    const body = `${this.#waiting.seq.toString().padStart(16, "0")} ${hex(this.#waiting.crc)}`;
    this.#waiting = null;
    this.#timer = null;
    this.#writtenAtMs = performance.now();
    try {
      this.#fd ??= openSync(this.#path, constants.O_WRONLY | constants.O_CREAT, 0o600);
      writeSync(this.#fd, `${body} ${hex(crc32(body))}\n`, 0);
    } catch {
      this.#closeFile();
    }
  }

  #closeFile(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }
}

/** Null when there is none or it is unreadable. */
export function readMark(path: string): Mark | null {
  try {
    const text = readFileSync(path, "latin1");
    const [, body, seq, crc, sum] = /^((\d{16}) ([0-9a-f]{8})) ([0-9a-f]{8})\n$/.exec(text) ?? [];
    if (body === undefined || sum !== hex(crc32(body))) return null;
    return { seq: Number(seq), crc: Number.parseInt(crc ?? "", 16) };
  } catch {
    return null;
  }
}

function hex(number: number): string {
  return number.toString(16).padStart(8, "0");
}
