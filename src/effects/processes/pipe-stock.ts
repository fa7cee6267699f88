/**
 * Named pipes made ahead, in pairs, so that a start need not wait for the program that makes them. A pair is handed out
 * once and never again. When there is none, the keeper makes its own: the stock only ever saves time.
 */

import { spawn } from "node:child_process";
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { addAll } from "../../basics/long-lists.ts";
import { makeFolderSync } from "../files/make-folder.ts";

const PAIRS_MAX = 8;
/** Not at once: the start that emptied the stock comes first. */
const REFILL_MS = 100;

export class PipeStock {
  /** Unlike those of any other starter, also of one that had the same pid. */
  readonly #prefix = `${process.pid}-${Date.now().toString(36)}`;
  readonly #pairs: string[] = [];
  #made = 0;
  #timer: NodeJS.Timeout | undefined;
  #making: Promise<void> | undefined;

  /** The common beginning of a pair's names; "" when there is none ready. */
  take(dir: string): string {
    this.#timer ??= setTimeout(() => this.#refill(dir), REFILL_MS).unref();
    return this.#pairs.shift() ?? "";
  }

  /** The names are not needed once both ends are open, or never will be. */
  discard(pair: string): void {
    if (pair === "") return;
    for (const name of namesOf(pair)) rmSync(name, { force: true });
  }

  /** At the end: nothing is left, nor made afterwards. */
  async clear(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#making;
    for (const pair of this.#pairs.splice(0)) this.discard(pair);
  }

  #refill(dir: string): void {
    prepare(dir, this.#prefix);
    const missing = PAIRS_MAX - this.#pairs.length;
    const pairs = Array.from({ length: missing }, (_, at) => join(dir, `${this.#prefix}-${this.#made + at}`));
    this.#made += missing;
    this.#making = make(pairs.flatMap(namesOf)).then((made) => {
      this.#timer = undefined;
      if (made) addAll(this.#pairs, pairs);
    });
  }
}

/** False where they cannot be made; keepers then make their own. */
function make(names: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    spawn("mkfifo", names, { stdio: "ignore" })
      .on("error", () => resolve(false))
      .on("close", (code) => resolve(code === 0));
  });
}

const LEFT_MS_MIN = 60_000;

/** What a starter that was killed has left goes too, once nobody can be about to open it. */
function prepare(dir: string, ours: string): void {
  try {
    makeFolderSync(dir);
    const left = readdirSync(dir).filter((name) => !name.startsWith(ours));
    const before = Date.now() - LEFT_MS_MIN;
    for (const path of left.map((name) => join(dir, name))) {
      if ((lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before) < before) rmSync(path, { force: true });
    }
  } catch {
    // Without the folder there are no pipes ahead; keepers make their own.
  }
}

function namesOf(pair: string): string[] {
  return [`${pair}.out`, `${pair}.err`];
}
