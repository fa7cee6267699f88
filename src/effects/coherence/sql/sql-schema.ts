/** The tables that a series of migrations leads to, and what a single file says about tables whose creation lies elsewhere. */
import type { SqlChange } from "./sql-changes.ts";
import type { SqlColumn, SqlForeignKey } from "./sql-column.ts";

export interface SqlTable {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly columns: Map<string, SqlColumn>;
  readonly keys: SqlForeignKey[];
  /** It may have more columns than are known. */
  open: boolean;
}

export type SqlSchema = Map<string, SqlTable>;

export interface SqlFile {
  readonly path: string;
  readonly changes: readonly SqlChange[];
}

/** In the order of their paths, as migration tools take them; numbers in names count as numbers. */
export function schemaOf(files: readonly SqlFile[], start: SqlSchema = new Map()): SqlSchema {
  const schema = new Map([...start].map(([name, table]) => [name, copied(table)]));
  for (const { path, changes } of files.toSorted((a, b) => ORDER.compare(a.path, b.path))) {
    for (const change of changes) apply(schema, path, change);
  }
  return schema;
}

/** As a person writes a table's name → as it is found in a schema. */
export function tableKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/["`]/g, "")
    .replace(/^(public|main|dbo)\./, "");
}

const ORDER = new Intl.Collator("en", { numeric: true });

function copied(table: SqlTable): SqlTable {
  return { ...table, columns: new Map(table.columns), keys: [...table.keys] };
}

function apply(schema: SqlSchema, path: string, change: SqlChange): void {
  const { table: name, line } = change;
  if (change.type === "create") {
    if (change.ifAbsent && schema.has(name)) return;
    const columns = new Map(change.columns.map((column) => [column.name, column]));
    schema.set(name, { name, path, line, columns, keys: [...change.keys], open: change.open });
    return;
  }
  if (change.type === "drop") {
    schema.delete(name);
    return;
  }
  const table = schema.get(name);
  if (table === undefined) return;
  if (change.type === "rename") {
    schema.delete(name);
    schema.set(change.to, { ...table, name: change.to });
  } else alter(table, change);
}

function alter(table: SqlTable, change: Exclude<SqlChange, { type: "create" | "drop" | "rename" }>): void {
  if (change.type === "add_key") table.keys.push(change.key);
  else if (change.type === "drop_column") {
    table.columns.delete(change.name);
    const kept = table.keys.filter((key) => !key.columns.includes(change.name));
    table.keys.splice(0, table.keys.length, ...kept);
  } else if (change.type === "rename_column") {
    const column = table.columns.get(change.name);
    table.columns.delete(change.name);
    if (column !== undefined) table.columns.set(change.to, { ...column, name: change.to });
    const renamed = table.keys.map((key) => ({
      ...key,
      columns: key.columns.map((each) => (each === change.name ? change.to : each)),
    }));
    table.keys.splice(0, table.keys.length, ...renamed);
  } else {
    table.columns.set(change.column.name, change.column);
    if (change.key !== null) table.keys.push(change.key);
  }
}
