/** A terminal emulator without a window: what a person would see of the bytes that were written, and how it was left. */
import headless from "@xterm/headless";
import type { Size } from "../src/views/terminal/paint/painter.ts";

export class HeadlessTerminal {
  readonly #terminal: headless.Terminal;

  constructor({ columns, rows }: Size) {
    this.#terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 1_000 });
  }

  write(bytes: string): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(bytes, resolve));
  }

  resize({ columns, rows }: Size): void {
    this.#terminal.resize(columns, rows);
  }

  /** The rows that are seen, without blanks at their ends. */
  get rows(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from(
      { length: this.#terminal.rows },
      (_, row) =>
        active
          .getLine(active.baseY + row)
          ?.translateToString(true)
          .trimEnd() ?? "",
    );
  }

  get text(): string {
    return this.rows.join("\n").trimEnd();
  }

  /** All of it as it was before the screens: no other screen, a cursor, lines that wrap. */
  get isClean(): boolean {
    return (
      this.#terminal.buffer.active.type === "normal" &&
      this.#terminal.modes.wraparoundMode &&
      !this.#terminal.modes.bracketedPasteMode
    );
  }

  /** The colour of the letter there: 0 is the terminal's own. */
  colourAt(row: number, column: number): number {
    const { active } = this.#terminal.buffer;
    const letter = active.getLine(active.baseY + row)?.getCell(column);
    return letter?.isFgDefault() ? 0 : (letter?.getFgColor() ?? 0);
  }

  dispose(): void {
    this.#terminal.dispose();
  }
}
