/**
 * Puts rows on a terminal: only those that changed, in one write that the terminal shows at once (synchronized output), at
 * most ten times a second. After a change of size everything is painted again. What the rows say is decided elsewhere.
 */
import { clipLine, type Line, lineWidth } from "./line.ts";
import { bytesOf, type Look } from "./look.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const ESC = "\u001b[";
const BEGIN = `${ESC}?2026h`;
const END = `${ESC}?2026l`;

export class Painter {
  readonly #write: (bytes: string) => void;
  readonly #look: Look;
  #shown: string[] = [];
  #size: Size = { columns: 0, rows: 0 };

  constructor(write: (bytes: string) => void, look: Look) {
    this.#write = write;
    this.#look = look;
  }

  /** The screen is not as it was left: the next paint begins from nothing. */
  forget(): void {
    this.#size = { columns: 0, rows: 0 };
  }

  paint(lines: readonly Line[], size: Size): void {
    const isNew = size.columns !== this.#size.columns || size.rows !== this.#size.rows;
    if (isNew) this.#shown = [];
    this.#size = size;
    let bytes = isNew ? `${ESC}0m${ESC}2J` : "";
    for (let row = 0; row < size.rows; row += 1) {
      const whole = lines[row] ?? [];
      const wanted = bytesOf(whole, this.#look);
      if (wanted === (this.#shown[row] ?? "")) continue;
      this.#shown[row] = wanted;
      const line = clipLine(whole, size.columns);
      const text = line === whole ? wanted : bytesOf(line, this.#look);
      // After the last column there is nothing to erase, and a terminal would take the last letter instead.
      const rest = lineWidth(line) < size.columns ? `${ESC}K` : "";
      bytes += `${ESC}${row + 1};1H${text}${rest}`;
    }
    if (bytes !== "") this.#write(`${BEGIN}${bytes}${END}`);
  }
}
