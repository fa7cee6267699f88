/**
 * What a query says of tables: the short names it gives them (`FROM "orders" AS o0`), and the one it asks of. Only where each name
 * means one table.
 */
import type { Line } from "../lines.ts";

const ALIASED =
  /\b(?:from|join|update) ["`[]?(?<table>\w+)["`\]]?(?: as)? ["`[]?(?<alias>(?!as\b|where\b|on\b|set\b|inner\b|left\b|right\b|join\b|limit\b|order\b|group\b|using\b|values\b)\w+)["`\]]?/gi;
const LINES_MAX = 200;

export function tablesByAlias(lines: readonly Line[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { text, lower } of lines.slice(0, LINES_MAX)) {
    if (!lower.includes("from ") && !lower.includes("join ")) continue;
    for (const { groups } of text.matchAll(ALIASED)) {
      const { table, alias } = groups ?? {};
      if (table !== undefined && alias !== undefined) found.set(alias.toLowerCase(), table);
    }
  }
  return found;
}

/** A column with the table that the query means by its short name. */
export function ofTable(name: string, tables: ReadonlyMap<string, string>): string {
  const dot = name.indexOf(".");
  const table = dot < 0 ? undefined : tables.get(name.slice(0, dot).toLowerCase());
  return table === undefined ? name : `${table}${name.slice(dot)}`;
}

const ASKED = /\b(?:insert into|update|delete from|from) ["`[]?(?<table>\w+(?:\.\w+)?)["`\]]?(?= ?[(\s]|$)/gi;
const NO_TABLE = /^(?:the|a|an|this|that|select|information_schema\.\w+|pg_\w+|\d+|root|source|file)$/i;

/** The table that the quoted statements ask of, where they ask of one only. */
export function tableOf(lines: readonly Line[]): { readonly name: string; readonly at: number } | undefined {
  const found = new Map<string, { readonly name: string; readonly at: number }>();
  for (const [at, { text, lower }] of lines.slice(0, LINES_MAX).entries()) {
    if (!/\b(?:insert into|select .{1,400} from|update .{1,80} set|delete from) /.test(lower)) continue;
    for (const { groups } of text.matchAll(ASKED)) {
      const name = groups?.["table"];
      if (name !== undefined && !NO_TABLE.test(name)) found.set(name.toLowerCase(), { name, at });
    }
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
}
