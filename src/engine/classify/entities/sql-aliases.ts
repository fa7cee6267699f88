/** The short names that a query gives its tables: `FROM "orders" AS o0`. Only where each name means one table. */
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
