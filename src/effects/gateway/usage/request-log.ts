/**
 * One line of JSON per request, in one form for all agents: counts and times, no text and no key. Bounded: a full
 * file becomes the older half, and what was that before goes. A log that cannot be written stops nobody.
 */
import { appendFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RequestRecord } from "./request-record.ts";

export const REQUEST_LOG = "requests.jsonl";
const OLDER = "requests.1.jsonl";

/** Of both files together. */
const BYTES_MAX = 16 * 1024 * 1024;

export class RequestLog {
  readonly #dir: string;
  readonly #bytesMax: number;
  #bytes: number;

  constructor(dir: string, bytesMax: number = BYTES_MAX) {
    this.#dir = dir;
    this.#bytesMax = bytesMax;
    this.#bytes = statSync(join(dir, REQUEST_LOG), { throwIfNoEntry: false })?.size ?? 0;
  }

  /** At once: a Reeve that is killed next must not lose it, and a model answers a few times a second at most. */
  add(record: RequestRecord): void {
    const line = `${JSON.stringify(record)}\n`;
    const file = join(this.#dir, REQUEST_LOG);
    try {
      if (this.#bytes + line.length > this.#bytesMax / 2 && this.#bytes > 0) {
        renameSync(file, join(this.#dir, OLDER));
        this.#bytes = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      this.#bytes += line.length;
    } catch {
      // A full disk is told by the journal, which cannot do without.
    }
  }
}
