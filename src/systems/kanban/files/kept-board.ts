/**
 * The kanban file as it was before an agent came, kept by attempt: tells whether it was touched meanwhile, and puts it back. What
 * is replaced is kept beside it.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolderSync } from "../../../effects/files/make-folder.ts";
import { writeWholeSync } from "../../../effects/files/write-whole.ts";
import type { BoardFiles } from "./board-files.ts";

export class KeptBoard {
  readonly #files: BoardFiles;
  readonly #dir: string;

  constructor(files: BoardFiles, runDir: string) {
    this.#files = files;
    this.#dir = join(runDir, "boards");
  }

  /** Once for each attempt, however often its start is repeated. */
  keep(attempt: string): void {
    const text = this.#files.boardText();
    if (text === null || existsSync(this.#path(attempt))) return;
    makeFolderSync(this.#dir);
    writeWholeSync(this.#path(attempt), text);
  }

  isTouched(attempt: string): boolean {
    const before = this.#before(attempt);
    return before !== null && this.#files.boardText() !== before;
  }

  putBack(attempt: string): void {
    const before = this.#before(attempt);
    if (before === null) return;
    const now = this.#files.boardText();
    if (now !== null && now !== before) writeWholeSync(this.refusedPath(attempt), now);
    this.#files.writeBoard(before);
  }

  refusedPath(attempt: string): string {
    return `${this.#path(attempt)}.refused`;
  }

  #before(attempt: string): string | null {
    const path = this.#path(attempt);
    return existsSync(path) ? readFileSync(path, "utf8") : null;
  }

  #path(attempt: string): string {
    return join(this.#dir, `${attempt}.md`);
  }
}
