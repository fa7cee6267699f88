/**
 * The statements of a migration that say what tables look like, in the order of the file. Everything else in it
 * (functions, grants, data) is passed over, and so is what rolls a migration back. Dialects are read by what they share.
 */
import { addAll } from "../../../basics/long-lists.ts";
import { columnOf, foreignKeyOf, isConstraint, type SqlColumn, type SqlForeignKey } from "./sql-column.ts";
import { type Statement, sqlStatements, type Token } from "./sql-tokens.ts";
import { atWords, splitAtCommas, TokenReader } from "./token-reader.ts";

export type SqlChange = { readonly table: string; readonly line: number } & (
  | {
      readonly type: "create";
      readonly columns: readonly SqlColumn[];
      readonly keys: readonly SqlForeignKey[];
      readonly open: boolean;
      readonly ifAbsent: boolean;
    }
  | { readonly type: "drop" }
  | { readonly type: "rename"; readonly to: string }
  | { readonly type: "add_column" | "change_column"; readonly column: SqlColumn; readonly key: SqlForeignKey | null }
  | { readonly type: "drop_column"; readonly name: string }
  | { readonly type: "rename_column"; readonly name: string; readonly to: string }
  | { readonly type: "add_key"; readonly key: SqlForeignKey }
);

export function readSqlChanges(source: string): SqlChange[] {
  return sqlStatements(source.replace(ROLLBACK, "")).flatMap(changesOf);
}

/** dbmate, goose, sql-migrate, node-pg-migrate: what follows undoes the migration. */
const ROLLBACK = /^--\s*(?:migrate:down|\+goose\s+down|\+migrate\s+down|down migration)\b[\s\S]*/im;

function changesOf(statement: Statement): SqlChange[] {
  const reader = new TokenReader(statement);
  if (reader.take("create")) return created(reader);
  if (reader.take("drop", "table")) return dropped(reader);
  if (reader.take("alter", "table")) return altered(reader);
  if (reader.take("rename", "table")) {
    return splitAtCommas(reader.rest()).flatMap((part) => {
      const one = new TokenReader(part);
      const line = one.line;
      const table = one.name();
      const to = one.take("to") ? one.name() : null;
      return table !== null && to !== null ? [{ type: "rename" as const, table, to, line }] : [];
    });
  }
  return [];
}

function created(reader: TokenReader): SqlChange[] {
  while (reader.takeAny("or", "replace", "unlogged", "global", "local", "foreign", "external"));
  if (reader.takeAny("temp", "temporary") || !reader.take("table")) return [];
  const ifAbsent = reader.take("if", "not", "exists");
  const line = reader.line;
  const table = reader.name();
  if (table === null) return [];
  const items = reader.at("(") ? splitAtCommas(reader.group()) : [];
  const columns: SqlColumn[] = [];
  const keys: SqlForeignKey[] = [];
  let open = items.length === 0; // AS SELECT, PARTITION OF, LIKE
  for (const item of items) {
    if (atWords(item, "like")) open = true;
    else if (isConstraint(item)) addAll(keys, foreignKeyOf(item));
    else {
      const read = columnOf(item);
      if (read !== null) columns.push(read.column);
      if (read?.key) keys.push(read.key);
    }
  }
  return [{ type: "create", table, line, columns, keys, open, ifAbsent }];
}

function dropped(reader: TokenReader): SqlChange[] {
  reader.take("if", "exists");
  return splitAtCommas(reader.rest()).flatMap((part) => {
    const one = new TokenReader(part);
    const line = one.line;
    const table = one.name();
    return table === null ? [] : [{ type: "drop" as const, table, line }];
  });
}

function altered(reader: TokenReader): SqlChange[] {
  reader.take("if", "exists");
  reader.take("only");
  const table = reader.name();
  return table === null ? [] : splitAtCommas(reader.rest()).flatMap((part) => alteration(table, part));
}

function alteration(table: string, part: readonly Token[]): SqlChange[] {
  const reader = new TokenReader(part);
  const at = { table, line: reader.line };
  if (reader.take("add")) return added(at, reader);
  if (reader.take("drop")) {
    if (reader.takeAny("constraint", "foreign", "primary", "index", "key", "check", "partition")) return [];
    reader.take("column");
    reader.take("if", "exists");
    const name = reader.name();
    return name === null ? [] : [{ ...at, type: "drop_column", name }];
  }
  if (reader.take("rename")) return renamed(at, reader);
  return changed(at, reader);
}

type At = { readonly table: string; readonly line: number };

function added(at: At, reader: TokenReader): SqlChange[] {
  if (isConstraint(reader.left())) return foreignKeyOf(reader.rest()).map((key) => ({ ...at, type: "add_key", key }));
  reader.take("column");
  reader.take("if", "not", "exists");
  const items = reader.at("(") ? splitAtCommas(reader.group()) : [reader.rest()];
  return items.flatMap((item) => {
    const read = columnOf(item);
    return read === null ? [] : [{ ...at, type: "add_column" as const, ...read }];
  });
}

function renamed(at: At, reader: TokenReader): SqlChange[] {
  if (reader.takeAny("to", "as")) {
    const to = reader.name();
    return to === null ? [] : [{ ...at, type: "rename", to }];
  }
  if (reader.takeAny("constraint", "index", "key")) return [];
  reader.take("column");
  const name = reader.name();
  const to = reader.take("to") ? reader.name() : null;
  return name === null || to === null ? [] : [{ ...at, type: "rename_column", name, to }];
}

/** MySQL's CHANGE and MODIFY, the others' ALTER COLUMN … TYPE. */
function changed(at: At, reader: TokenReader): SqlChange[] {
  const before: SqlChange[] = [];
  if (reader.take("change")) {
    reader.take("column");
    const name = reader.name();
    const to = reader.peekName();
    if (name !== null && to !== null && name !== to) before.push({ ...at, type: "rename_column", name, to });
  } else if (reader.take("modify")) reader.take("column");
  else if (reader.take("alter")) {
    reader.take("column");
    const left = reader.left();
    const type = left.findIndex((token) => token.kind === "word" && token.text === "type");
    const name = left[0];
    const read = type > 0 && type <= 3 && name !== undefined ? columnOf([name, ...left.slice(type + 1)]) : null;
    return read === null ? [] : [{ ...at, type: "change_column", ...read }];
  } else return [];
  const read = columnOf(reader.rest());
  return read === null ? before : [...before, { ...at, type: "change_column", ...read }];
}
