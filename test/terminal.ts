/**
 * A terminal, as far as Reeve uses one: text that wraps at its width, line ends, going up, erasing to the end. It throws
 * at anything else, so that no test passes on what a real terminal might take otherwise. Every letter is one column wide.
 */
const ESCAPE = "\u001b[";
const TOKENS = new RegExp(`${ESCAPE.replace("[", "\\[")}[0-9]*[A-Z]|[^]`, "gu");

export class Terminal {
  #columns: number;
  #rows: string[] = [""];
  #row = 0;
  #column = 0;
  readonly #wrapped = new Set<number>();

  constructor(columns: number) {
    this.#columns = columns;
  }

  get columns(): number {
    return this.#columns;
  }

  /** What stands there, without empty rows at the end. */
  get text(): string {
    return this.#rows.join("\n").replace(/\n+$/, "");
  }

  write(text: string): void {
    for (const [token] of text.matchAll(TOKENS)) this.#take(token);
  }

  /** As most terminals do it: rows that were one line are joined and broken anew. The cursor stays in its line. */
  resize(columns: number): void {
    const before = this.#lines();
    this.#columns = columns;
    this.#rows = [""];
    this.#row = 0;
    this.#column = 0;
    this.#wrapped.clear();
    this.write(before.join("\n"));
  }

  #take(token: string): void {
    const rowsUp = token.startsWith(ESCAPE) && token.endsWith("A") ? Number(token.slice(ESCAPE.length, -1)) : null;
    if (rowsUp !== null) this.#row = Math.max(0, this.#row - rowsUp);
    else if (token === `${ESCAPE}0J`) this.#eraseBelow();
    else if (token === "\r") this.#column = 0;
    else if (token === "\n") this.#nextRow();
    else if (token < " ") throw new Error(`a control character: ${JSON.stringify(token)}`);
    else this.#put(token);
  }

  #put(letter: string): void {
    if (this.#column === this.#columns) {
      this.#nextRow();
      this.#wrapped.add(this.#row);
    }
    const row = (this.#rows[this.#row] ?? "").padEnd(this.#column);
    this.#rows[this.#row] = row.slice(0, this.#column) + letter + row.slice(this.#column + 1);
    this.#column += 1;
  }

  #nextRow(): void {
    this.#row += 1;
    this.#column = 0;
    this.#rows[this.#row] ??= "";
    this.#wrapped.delete(this.#row);
  }

  #eraseBelow(): void {
    this.#rows = this.#rows.slice(0, this.#row + 1);
    this.#rows[this.#row] = (this.#rows[this.#row] ?? "").slice(0, this.#column);
  }

  #lines(): string[] {
    const lines: string[] = [];
    for (const [i, row] of this.#rows.entries()) {
      if (this.#wrapped.has(i)) lines.push(`${lines.pop() ?? ""}${row}`);
      else lines.push(row);
    }
    return lines;
  }
}
