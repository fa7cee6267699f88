/** One item of a table's definition: a column with its type, or a constraint; and the foreign keys in either. */
import type { Token } from "./sql-tokens.ts";
import { splitAtCommas, TokenReader } from "./token-reader.ts";

export interface SqlColumn {
  readonly name: string;
  /** Normalised; empty where none is given. */
  readonly type: string;
  readonly isPrimary: boolean;
  readonly line: number;
}

export interface SqlForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  /** Empty: the other's primary key. */
  readonly references: readonly string[];
  readonly line: number;
}

export function isConstraint(item: readonly Token[]): boolean {
  const [first, second, third] = item;
  if (first?.kind !== "word") return false;
  if (/^(constraint|primary|foreign|check|exclude|period|fulltext|spatial)$/.test(first.text)) return true;
  if (first.text === "unique")
    return second?.text === "(" || second?.text === "key" || second?.text === "index" || third?.text === "(";
  if (first.text !== "key" && first.text !== "index") return false;
  // A column may be called `key`; an index lists columns, a type only numbers.
  const open = item.findIndex((token) => token.text === "(");
  return open >= 1 && open <= 2 && item[open + 1]?.kind !== "number";
}

export function columnOf(item: readonly Token[]): { column: SqlColumn; key: SqlForeignKey | null } | null {
  const reader = new TokenReader(item);
  const line = reader.line;
  const name = reader.name();
  if (name === null) return null;
  const rest = reader.rest();
  const end = rest.findIndex((token, index) => endsType(token, rest[index + 1]));
  const type = end < 0 ? rest : rest.slice(0, end);
  const isPrimary = rest.some((token, index) => token.text === "primary" && rest[index + 1]?.text === "key");
  const column = { name, type: normalType(type), isPrimary, line };
  const key = foreignKeyOf(rest)[0];
  return { column, key: key === undefined ? null : { ...key, columns: [name] } };
}

/** `[FOREIGN KEY (a, b)] REFERENCES t [(c, d)]`, wherever it stands in the item. */
export function foreignKeyOf(item: readonly Token[]): SqlForeignKey[] {
  const at = item.findIndex((token) => token.kind === "word" && token.text === "references");
  if (at < 0) return [];
  const reader = new TokenReader(item.slice(at + 1));
  const line = reader.line;
  const table = reader.name();
  const references = reader.at("(") ? namesIn(reader.group()) : [];
  const open = item.findIndex((token) => token.kind === "mark" && token.text === "(");
  const columns = open >= 0 && open < at ? namesIn(new TokenReader(item.slice(open)).group()) : [];
  return table === null ? [] : [{ columns, table, references, line }];
}

/** Types that hold the same values, in one word; null where that is not known. */
export function typeFamily(type: string): string | null {
  const bare = type
    .replace(/\(.*$/, "")
    .replace(/ (unsigned|zerofill)\b.*/, "")
    .trim();
  return FAMILIES.find(([pattern]) => pattern.test(bare))?.[1] ?? null;
}

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(tiny|small|medium|big)?int(eger)?$/, "integer"],
  [/^(character varying|char|character|text|citext|(tiny|medium|long)text|nvarchar|clob|name)$/, "text"],
  [/^uuid$/, "uuid"],
  [/^(numeric|money)$/, "numeric"],
  [/^(real|double precision|float|double)$/, "float"],
  [/^boolean$/, "boolean"],
  [/^(date|time|datetime|timestamp|timestamptz|timestamp with.*)$/, "time"],
  [/^jsonb?$/, "json"],
  [/^(bytea|(tiny|medium|long)?blob|binary|varbinary)$/, "binary"],
];

function namesIn(tokens: readonly Token[]): string[] {
  return splitAtCommas(tokens).flatMap((part) => new TokenReader(part).name() ?? []);
}

const AFTER_TYPE = new Set(
  "not null default primary references unique check constraint collate generated as auto_increment autoincrement comment on identity key deferrable first after using invisible".split(
    " ",
  ),
);

function endsType(token: Token, next: Token | undefined): boolean {
  if (token.kind !== "word") return false;
  return AFTER_TYPE.has(token.text) || (token.text === "character" && next?.text === "set") || token.text === "charset";
}

const SYNONYMS: Readonly<Record<string, string>> = {
  int: "integer",
  int2: "smallint",
  int4: "integer",
  int8: "bigint",
  serial: "integer",
  smallserial: "smallint",
  bigserial: "bigint",
  bool: "boolean",
  decimal: "numeric",
  varchar: "character varying",
  float8: "double precision",
  float4: "real",
};

function normalType(tokens: readonly Token[]): string {
  const words = tokens.map((token) => (token.kind === "word" ? (SYNONYMS[token.text] ?? token.text) : token.text));
  return words
    .join(" ")
    .replaceAll(/ ?([(),]) ?/g, "$1")
    .replace("timestamp with time zone", "timestamptz")
    .trim();
}
