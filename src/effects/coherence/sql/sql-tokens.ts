/**
 * SQL text → statements of tokens, for PostgreSQL, SQLite and MySQL alike. Knows what must not be taken for syntax
 * (comments, strings, dollar quotes) and nothing about grammar.
 */
export interface Token {
  /** As compared: small letters; names without their quotes. */
  readonly text: string;
  readonly kind: "word" | "name" | "string" | "number" | "mark";
  readonly line: number;
}

export type Statement = readonly Token[];

export function sqlStatements(source: string): Statement[] {
  const statements: Token[][] = [];
  let current: Token[] = [];
  let line = 1;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(source); match !== null && match[0] !== ""; match = TOKEN.exec(source)) {
    const token = tokenOf(match, line);
    for (const character of match[0]) if (character === "\n") line += 1;
    if (token === null) continue;
    if (token.kind === "mark" && token.text === ";") {
      if (current.length > 0) statements.push(current);
      current = [];
    } else current.push(token);
  }
  return current.length > 0 ? [...statements, current] : statements;
}

/** Sticky, and no branch looks far twice: hostile text costs no more than long text. */
const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n]*|(?<=^|\s)#[^\n]*|/\*[\s\S]*?(?:\*/|$))`,
    String.raw`\$(?<tag>[A-Za-z_]*)\$[\s\S]*?(?:\$\k<tag>\$|$)`,
    String.raw`(?<string>[eEnNxXbB]?'(?:[^'\\]|''|\\[\s\S])*(?:'|$))`,
    String.raw`(?<name>"(?:[^"]|"")*"|${"`"}(?:[^${"`"}]|${"`"}${"`"})*${"`"}|\[[^\[\]\n]{0,128}\])`,
    String.raw`(?<word>[\p{L}_][\p{L}\p{N}_$]*)`,
    "(?<number>[0-9][0-9a-zA-Z.]*)",
    String.raw`(?<mark>[\s\S])`,
  ].join("|"),
  "yu",
);

function tokenOf(match: RegExpExecArray, line: number): Token | null {
  const { space, string, name, word, number, mark } = match.groups ?? {};
  if (space !== undefined) return null;
  if (word !== undefined) return { text: word.toLowerCase(), kind: "word", line };
  if (name !== undefined) return { text: unquoted(name), kind: "name", line };
  if (number !== undefined) return { text: number, kind: "number", line };
  if (mark !== undefined) return { text: mark, kind: "mark", line };
  return { text: string ?? "", kind: "string", line };
}

function unquoted(name: string): string {
  return name
    .slice(1, -1)
    .replaceAll(/""|``/g, (pair) => pair.charAt(0))
    .toLowerCase();
}
