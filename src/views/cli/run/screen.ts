/**
 * A few lines at the bottom of a terminal that are painted over, with everything else scrolling above them. Each change
 * is one write, so that nothing flickers. What is painted is decided elsewhere.
 */
import { widthOf } from "../../words.ts";
import type { Io } from "../io.ts";

export class Screen {
  readonly #io: Pick<Io, "out" | "size">;
  #painted: readonly string[] = [];

  constructor(io: Pick<Io, "out" | "size">) {
    this.#io = io;
  }

  /** Prints above the painted lines, which stay. */
  print(text: string): void {
    this.#io.out(`${this.#erasure()}${text}${block(this.#painted)}`);
  }

  paint(lines: readonly string[]): void {
    const erasure = this.#erasure();
    this.#painted = lines;
    this.#io.out(`${erasure}${block(lines)}`);
  }

  /** Takes the painted lines away. */
  clear(): void {
    if (this.#painted.length > 0) this.paint([]);
  }

  /** Up to the first painted row and away with the rest. A narrower terminal has broken the lines into more rows. */
  #erasure(): string {
    const { columns } = this.#io.size();
    const rows = this.#painted.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
    return rows === 0 ? "" : `\u001b[${rows}A\r\u001b[0J`;
  }
}

function block(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
