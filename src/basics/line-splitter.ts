/** Bytes in any pieces → lines of text. A line has a bound: what goes beyond is counted, not kept. Holds one open line. */

export const LINE_BYTES_MAX = 1024 * 1024;

const NEWLINE = 0x0a;

export class LineSplitter {
  readonly #bytesMax: number;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #cutBytes = 0;

  constructor(bytesMax: number = LINE_BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  /** Bytes taken in that are in no line yet. */
  get pendingBytes(): number {
    return this.#keptBytes + this.#cutBytes;
  }

  push(bytes: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      this.#hold(bytes.subarray(start, end));
      lines.push(this.#line());
      start = end + 1;
    }
    if (start < bytes.length) this.#hold(bytes.subarray(start));
    return lines;
  }

  /** The open line as it stands: the stream ended, or a part of it is missing. */
  break(): string[] {
    return this.pendingBytes === 0 ? [] : [this.#line()];
  }

  #hold(bytes: Buffer): void {
    const kept = bytes.subarray(0, this.#bytesMax - this.#keptBytes);
    if (kept.length > 0) this.#kept.push(kept);
    this.#keptBytes += kept.length;
    this.#cutBytes += bytes.length - kept.length;
  }

  /** Bytes that are no UTF-8 become U+FFFD. */
  #line(): string {
    const text = Buffer.concat(this.#kept).toString("utf8").replace(/\r$/, "");
    const line = this.#cutBytes > 0 ? `${text} […${this.#cutBytes} more bytes in this line]` : text;
    this.#kept = [];
    this.#keptBytes = 0;
    this.#cutBytes = 0;
    return line;
  }
}
