/** Steps through the tokens of one SQL statement. Knows brackets and names, no statements. */
import type { Token } from "./sql-tokens.ts";

export class TokenReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get line(): number {
    return (this.#tokens[this.#next] ?? this.#tokens.at(-1))?.line ?? 1;
  }

  /** All of these words in a row, or none of them. */
  take(...words: readonly string[]): boolean {
    if (!atWords(this.left(), ...words)) return false;
    this.#next += words.length;
    return true;
  }

  takeAny(...words: readonly string[]): boolean {
    return words.some((word) => this.take(word));
  }

  at(mark: string): boolean {
    const token = this.#tokens[this.#next];
    return token?.kind === "mark" && token.text === mark;
  }

  /** `name`, `schema.name`; the schemas that everything lies in are left out. */
  name(): string | null {
    const first = this.#tokens[this.#next];
    if (first === undefined || (first.kind !== "word" && first.kind !== "name")) return null;
    this.#next += 1;
    if (!this.at(".")) return first.text;
    this.#next += 1;
    const second = this.name();
    return second === null || DEFAULT_SCHEMAS.has(first.text) ? second : `${first.text}.${second}`;
  }

  peekName(): string | null {
    return new TokenReader(this.left()).name();
  }

  /** What stands in the brackets that open here. */
  group(): readonly Token[] {
    const from = this.#next + 1;
    let depth = 0;
    for (; this.#next < this.#tokens.length; this.#next += 1) {
      if (this.at("(")) depth += 1;
      else if (this.at(")")) depth -= 1;
      if (depth === 0) break;
    }
    const inner = this.#tokens.slice(from, this.#next);
    this.#next += 1;
    return inner;
  }

  left(): readonly Token[] {
    return this.#tokens.slice(this.#next);
  }

  rest(): readonly Token[] {
    const left = this.left();
    this.#next = this.#tokens.length;
    return left;
  }
}

export function atWords(tokens: readonly Token[], ...words: readonly string[]): boolean {
  return words.every((word, index) => tokens[index]?.kind === "word" && tokens[index]?.text === word);
}

export function splitAtCommas(tokens: readonly Token[]): readonly Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "mark" && token.text === "(") depth += 1;
    if (token.kind === "mark" && token.text === ")") depth -= 1;
    if (depth === 0 && token.kind === "mark" && token.text === ",") parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

const DEFAULT_SCHEMAS = new Set(["public", "main", "dbo"]);
