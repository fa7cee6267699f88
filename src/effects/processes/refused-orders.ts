/**
 * Orders that were refused inside walls, where no run can be told: the refusing command leaves a line in what the attempt
 * hands in, and whoever watches the attempt takes it from there. The lines are an agent's to write, so they are believed for
 * one thing only, that this very attempt tried to give an order, and never more than a few of them.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { displaySafe } from "../../domain/words/display-safe.ts";
import { readIfThere } from "../files/foreign-file.ts";

const FILE = "refused-orders";
const BYTES_MAX = 8_192;
const ORDERS_MAX = 8;
const LENGTH_MAX = 200;

/** False: it cannot be noted there. */
export function noteRefusedOrder(handIn: string, command: string): boolean {
  try {
    appendFileSync(join(handIn, FILE), `${lineOf(command)}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

export class RefusedOrders {
  readonly #file: string;
  readonly #told = new Set<string>();

  constructor(handIn: string) {
    this.#file = join(handIn, FILE);
  }

  /** What was not there before; a few in all, whatever is handed in later. */
  async news(): Promise<readonly string[]> {
    const text = await readIfThere(this.#file, BYTES_MAX).catch(() => undefined);
    const lines = new Set((text ?? "").split("\n").map(lineOf));
    const fresh = [...lines].filter((line) => line !== "" && !this.#told.has(line));
    const told = fresh.slice(0, ORDERS_MAX - this.#told.size);
    for (const line of told) this.#told.add(line);
    return told;
  }
}

function lineOf(command: string): string {
  return displaySafe(command).replace(/\s+/g, " ").trim().slice(0, LENGTH_MAX);
}
