/**
 * The files of a session: listed once, read within bounds, never through a link and never written. Everything that checks know of
 * the disk comes from here.
 */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isOperating } from "../../../effects/files/operating-error.ts";

const BYTES_MAX = 8_000_000;
const ENTRIES_MAX = 20_000;
const DEPTH_MAX = 7;
const SKIPPED = /^(?:node_modules|dist|build|target|vendor|coverage|\.git|\.reeve|\.venv|__pycache__)$/;

export class SessionFiles {
  readonly root: string;
  readonly #files: readonly string[];

  constructor(root: string) {
    this.root = root;
    const found: string[] = [];
    walk(root, "", 0, found);
    this.#files = found.toSorted(naturally);
  }

  /** Every regular file, from the session, with forward slashes, in the order of people: 2 before 10. */
  get all(): readonly string[] {
    return this.#files;
  }

  has(path: string): boolean {
    return this.#files.includes(path);
  }

  /** Directly in a folder; "" is the session itself. */
  in(folder: string): readonly string[] {
    const prefix = folder === "" ? "" : `${folder}/`;
    return this.#files.filter((file) => file.startsWith(prefix) && !file.slice(prefix.length).includes("/"));
  }

  below(folder: string): readonly string[] {
    return folder === "" ? this.#files : this.#files.filter((file) => file.startsWith(`${folder}/`));
  }

  read(path: string): string | null {
    try {
      const full = join(this.root, path);
      const { size } = lstatSync(full);
      return size > BYTES_MAX ? null : readFileSync(full, "utf8");
    } catch (error) {
      if (!isOperating(error)) throw error;
      return null;
    }
  }
}

function walk(root: string, folder: string, depth: number, found: string[]): void {
  if (depth > DEPTH_MAX || found.length > ENTRIES_MAX) return;
  for (const entry of entriesOf(join(root, folder))) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) found.push(path);
    else if (entry.isDirectory() && !SKIPPED.test(entry.name)) walk(root, path, depth + 1, found);
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!isOperating(error)) throw error;
    return [];
  }
}

function naturally(a: string, b: string): number {
  const [left, right] = [a.split(/(\d+)/), b.split(/(\d+)/)];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [one = "", other = ""] = [left[at], right[at]];
    if (one === other) continue;
    if (at % 2 === 1 && Number(one) !== Number(other)) return Number(one) - Number(other);
    return one < other ? -1 : 1;
  }
  return left.length - right.length;
}
