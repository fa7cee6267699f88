/**
 * A board's folder on disk: reads the kanban file and its tasks, finds tasks under the names boards really use, and writes
 * whole files. What is no regular file, or too large, is not read. Says what it sees; decides nothing about it.
 */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Mistake } from "../../../config/mistakes/mistake.ts";
import { formatMistake } from "../../../config/mistakes/mistake.ts";
import { decodeUtf8 } from "../../../config/yaml/decode-utf8.ts";
import { writeWholeSync } from "../../../effects/files/write-whole.ts";
import type { ReadTask } from "../manager/reconcile.ts";
import { type Board, readBoard } from "./board.ts";
import { nameOf, numberOf } from "./paths.ts";
import { readTaskFile } from "./task-file.ts";

const BYTES_MAX = 16 * 1024 * 1024;

export class BoardFiles {
  readonly #root: string;
  readonly #boardPath: string;
  readonly #dir: string;

  /** Both absolute; paths in sentences and prompts are seen from `root`. */
  constructor(root: string, boardPath: string) {
    this.#root = root;
    this.#boardPath = boardPath;
    this.#dir = dirname(boardPath);
  }

  get boardFile(): string {
    return this.shown(this.#boardPath);
  }

  /** As a name in the folder is written. */
  readonly pathOf = (name: string): string => this.shown(join(this.#dir, name));

  shown(path: string): string {
    return relative(this.#root, path).replaceAll("\\", "/");
  }

  readBoard():
    | { readonly ok: true; readonly board: Board; readonly text: string }
    | { readonly ok: false; readonly mistakes: readonly Mistake[] } {
    const read = readText(this.#boardPath, this.boardFile);
    if (!read.ok) return { ok: false, mistakes: [read.mistake] };
    const board = readBoard(read.text, this.boardFile);
    return board.ok ? { ok: true, board: board.value, text: read.text } : { ok: false, mistakes: board.mistakes };
  }

  boardText(): string | null {
    const read = readText(this.#boardPath, this.boardFile);
    return read.ok ? read.text : null;
  }

  writeBoard(text: string): void {
    writeWholeSync(this.#boardPath, text);
  }

  write(name: string, text: string): void {
    writeWholeSync(join(this.#dir, name), text);
  }

  text(name: string): string | null {
    const read = readText(join(this.#dir, name), name);
    return read.ok ? read.text : null;
  }

  read(
    name: string,
  ): { readonly ok: true; readonly value: ReadTask } | { readonly ok: false; readonly mistakes: readonly Mistake[] } {
    const path = this.pathOf(name);
    const read = readText(join(this.#dir, name), path);
    if (!read.ok) return { ok: false, mistakes: [read.mistake] };
    const task = readTaskFile(read.text, path);
    return task.ok
      ? { ok: true, value: { text: read.text, task: task.value } }
      : { ok: false, mistakes: task.mistakes };
  }

  /** The name of the file a board means; by its number where it was renamed since. Null: there is none. */
  find(path: string): string | null {
    const wanted = nameOf(path);
    const names = this.names();
    if (names.includes(wanted)) return wanted;
    const number = numberOf(wanted);
    const alike = names.filter(
      (name) => number !== null && numberOf(name) === number && name !== nameOf(this.#boardPath),
    );
    return alike.length === 1 ? (alike[0] ?? null) : null;
  }

  /** Markdown files of the folder, in order of their numbers. */
  names(): readonly string[] {
    const names = readdirSync(this.#dir).filter((name) => name.endsWith(".md"));
    return names.sort((one, other) => (numberOf(one) ?? -1) - (numberOf(other) ?? -1) || (one < other ? -1 : 1));
  }

  /** Every readable task file but the board, by name; and those on the board that cannot be read. */
  all(board: Board): { readonly files: Map<string, ReadTask>; readonly unreadable: Map<string, string> } {
    const files = new Map<string, ReadTask>();
    const unreadable = new Map<string, string>();
    const onBoard = new Set(board.tasks.map((path) => this.find(path) ?? nameOf(path)));
    for (const name of this.names()) {
      if (name === nameOf(this.#boardPath)) continue;
      const read = this.read(name);
      if (read.ok) files.set(name, read.value);
      else if (onBoard.has(name)) unreadable.set(name, read.mistakes.map(formatMistake).join("; "));
    }
    return { files, unreadable };
  }
}

type TextRead = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly mistake: Mistake };

function readText(path: string, file: string): TextRead {
  try {
    const { size } = regular(path);
    if (size > BYTES_MAX)
      return unread(file, `is larger than ${BYTES_MAX / 1024 / 1024} MB`, "check that this is the right file");
    const decoded = decodeUtf8(readFileSync(path), file);
    return decoded.ok ? decoded : { ok: false, mistake: decoded.mistake };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return unread(file, "does not exist", "check the path");
    return unread(file, `cannot be read (${code ?? message})`, "check the path and its permissions");
  }
}

/** A pipe or a device would be waited for without end. */
function regular(path: string) {
  const found = lstatSync(path);
  if (!found.isFile()) throw new Error("it is no regular file");
  return found;
}

function unread(file: string, what: string, hint: string): TextRead {
  return { ok: false, mistake: { file, line: 1, col: 1, what, hint, severity: "error" } };
}
