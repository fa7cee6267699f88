/**
 * Appends messages: under the lock, numbered after the last one, in one write. Nothing that stands in the log is ever
 * changed; a line that a killed writer left half stays, and is ended so that the next begins on a line of its own.
 */
import { closeSync, fstatSync, readSync, writeSync } from "node:fs";
import { BugError } from "../../domain/bug.ts";
import { type Draft, idOf, type Message, numberOf, readMessage } from "./message.ts";
import { lockOf, openToAppend } from "./message-files.ts";
import { MessageLock } from "./message-lock.ts";
import { MessageReader } from "./message-reader.ts";

const TAIL_BYTES = 64 * 1024;
const NEWLINE = 10;
/** No log has more messages than bytes: a number far beyond was made up, and counting on from it would use up all numbers. */
const JUMP_MAX = 1_000_000_000;

export class MessageWriter {
  readonly #log: string;
  readonly #file: number;
  readonly #lock: MessageLock;
  /** What it knew when it last wrote: while nobody else has, the file need not be looked at. */
  #known: { readonly size: number; readonly number: number } | null = null;

  constructor(log: string) {
    this.#log = log;
    this.#file = openToAppend(log);
    this.#lock = new MessageLock(lockOf(log));
  }

  append(draft: Draft, now: number): Message {
    const [message] = this.appendAll([draft], now);
    if (message === undefined) throw new BugError("a message was appended and is not there");
    return message;
  }

  /** Next to each other, in one write. */
  appendAll(drafts: readonly Draft[], now: number): readonly Message[] {
    return this.#lock.hold(() => {
      const { size } = fstatSync(this.#file);
      const isTorn = size > 0 && this.#byteAt(size - 1) !== NEWLINE;
      const before = this.#known?.size === size ? this.#known.number : this.#lastNumber(size);
      const ts = new Date(now).toISOString();
      const made = drafts.map((draft, at): Message => ({ id: idOf(before + at + 1), ts, ...draft }));
      const lines = made.map((message) => `${JSON.stringify(message)}\n`).join("");
      const written = this.#write(Buffer.from(isTorn ? `\n${lines}` : lines));
      this.#known = { size: size + written, number: before + made.length };
      return made;
    });
  }

  close(): void {
    this.#lock.close();
    closeSync(this.#file);
  }

  /** A write that was cut short (a full disk is told by the next) continues where it was. */
  #write(text: Buffer): number {
    for (let written = 0; written < text.length; ) written += writeSync(this.#file, text, written);
    return text.length;
  }

  #byteAt(position: number): number {
    const one = Buffer.alloc(1);
    readSync(this.#file, one, 0, 1, position);
    return one[0] ?? 0;
  }

  /** From the end; where the last lines tell nothing, from the whole log. */
  #lastNumber(size: number): number {
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(this.#file, tail, 0, tail.length, size - tail.length);
    for (const line of tail.toString("utf8").split("\n").toReversed()) {
      const read = line === "" ? null : readMessage(line);
      const number = read?.ok ? numberOf(read.value.id) : null;
      if (number !== null && number <= size + JUMP_MAX) return number;
    }
    if (size <= TAIL_BYTES) return 0;
    let most = 0;
    new MessageReader(this.#log).read(({ id }) => {
      const number = numberOf(id) ?? 0;
      if (number <= size + JUMP_MAX) most = Math.max(most, number);
    });
    return most;
  }
}
