/**
 * Reads a log from where it stopped the last time: every message in order, and every line that is none, with its number.
 * A last line without an end is a message if it is whole; otherwise somebody is writing it, or died doing so, and it is
 * looked at again the next time. Reads only.
 */
import { closeSync, fstatSync, readSync } from "node:fs";
import { LINE_BYTES_MAX, type Message, numberOf, readMessage } from "./message.ts";
import { openToRead } from "./message-files.ts";

/** How far a log was read. */
export interface Mark {
  readonly offset: number;
  readonly line: number;
}

export interface LineProblem {
  readonly line: number;
  readonly problem: string;
}

export interface Reading {
  readonly mark: Mark;
  readonly count: number;
  /** The first ones; `problemCount` counts all. */
  readonly problems: readonly LineProblem[];
  readonly problemCount: number;
  /** The log is shorter than it was: it was replaced, and this reading is of all of it. */
  readonly isAnew: boolean;
}

const CHUNK_BYTES = 4 * 1024 * 1024;
const PROBLEMS_MAX = 100;
const NEWLINE = 10;

export class MessageReader {
  readonly #log: string;
  #mark: Mark;
  #number: number | null = null;
  /** The end of the log was told already as a message, or as torn. */
  #told = "";
  #problems: LineProblem[] = [];
  #problemCount = 0;
  #count = 0;

  constructor(log: string, mark: Mark = { offset: 0, line: 0 }) {
    this.#log = log;
    this.#mark = mark;
  }

  read(visit: (message: Message, line: number) => void): Reading {
    this.#problems = [];
    this.#problemCount = 0;
    this.#count = 0;
    const file = openToRead(this.#log);
    const size = file === null ? 0 : fstatSync(file).size;
    const isAnew = size < this.#mark.offset;
    if (isAnew) [this.#mark, this.#number, this.#told] = [{ offset: 0, line: 0 }, null, ""];
    try {
      if (file !== null) this.#readFile(file, size, visit);
    } finally {
      if (file !== null) closeSync(file);
    }
    return {
      mark: this.#mark,
      count: this.#count,
      problems: this.#problems,
      problemCount: this.#problemCount,
      isAnew,
    };
  }

  #readFile(file: number, size: number, visit: (message: Message, line: number) => void): void {
    let { offset, line } = this.#mark;
    const chunk = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK_BYTES, size - offset)));
    while (offset < size) {
      const length = readSync(file, chunk, 0, Math.min(chunk.length, size - offset), offset);
      if (length === 0) break;
      const end = chunk.lastIndexOf(NEWLINE, length - 1) + 1;
      if (end === 0) {
        if (offset + length >= size) {
          this.#last(chunk.toString("utf8", 0, length), line + 1, visit);
          break;
        }
        const skipped = skipLine(file, offset + length, size);
        line += 1;
        this.#bad(line, "it is longer than 1 MB");
        offset = skipped;
      } else {
        line = this.#lines(chunk.toString("utf8", 0, end), line, visit);
        offset += end;
      }
      this.#mark = { offset, line };
    }
  }

  #lines(text: string, before: number, visit: (message: Message, line: number) => void): number {
    let line = before;
    for (let from = 0; from < text.length; ) {
      const to = text.indexOf("\n", from);
      line += 1;
      const each = text.slice(from, to);
      from = to + 1;
      // What was told as the log's last line has only got its end since.
      if (this.#told === "" || each !== this.#told) this.#line(each, line, visit);
      this.#told = "";
    }
    return line;
  }

  #line(text: string, line: number, visit: (message: Message, line: number) => void): void {
    if (text.trim() === "") return;
    if (text.length > LINE_BYTES_MAX) return this.#bad(line, "it is longer than 1 MB");
    const read = readMessage(text);
    if (!read.ok) return this.#bad(line, read.problem);
    this.#follow(read.value.id, line);
    this.#count += 1;
    visit(read.value, line);
  }

  /** Ids that Reeve gave rise; another that does not was written past the lock, or copied. */
  #follow(id: string, line: number): void {
    const number = numberOf(id);
    if (number === null) return;
    if (this.#number !== null && number <= this.#number)
      this.#bad(line, `its id ${id} does not follow the one before it; it counts all the same`);
    this.#number = Math.max(number, this.#number ?? 0);
  }

  #last(text: string, line: number, visit: (message: Message, line: number) => void): void {
    if (text === this.#told) return;
    this.#told = text;
    if (text.length <= LINE_BYTES_MAX && readMessage(text).ok) this.#line(text, line, visit);
    else this.#bad(line, "it has no end: it is being written, or its writer died");
  }

  #bad(line: number, problem: string): void {
    this.#problemCount += 1;
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push({ line, problem });
  }
}

/** Where the next line begins; the end of the file where none does. */
function skipLine(file: number, from: number, size: number): number {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let offset = from; offset < size; ) {
    const length = readSync(file, chunk, 0, Math.min(chunk.length, size - offset), offset);
    if (length === 0) break;
    const end = chunk.subarray(0, length).indexOf(NEWLINE);
    if (end >= 0) return offset + end + 1;
    offset += length;
  }
  return size;
}
