/**
 * What is missing of one entity of a contract in a set of views; it is enough that one of them has it. Tables are looked
 * for in all SQL of the project and in the file that the contract names; where tables are declared in code only, their
 * names have to be mentioned there, and keys between them cannot be told.
 */
import type { Contract, ContractEntity } from "../../../domain/spec/plan.ts";
import type { BranchViews, View } from "../branches/branch-views.ts";
import { traceExport } from "../branches/offers.ts";
import { quoted } from "../report/finding.ts";
import { languageOf } from "../source/source-kind.ts";
import { readSqlChanges } from "../sql/sql-changes.ts";
import { type SqlSchema, type SqlTable, schemaOf, tableKey } from "../sql/sql-schema.ts";

export interface EntityAnswer {
  /** What is not there, one phrase each; empty: all is. */
  readonly missing: readonly string[];
  /** What could not be looked at. */
  readonly unsure: readonly string[];
  readonly files: readonly string[];
}

export interface Seen {
  readonly view: View;
  readonly schema: SqlSchema;
}

export function checkEntity(views: BranchViews, seen: readonly Seen[], entity: ContractEntity): EntityAnswer {
  const answers = seen.map((each) => look(views, each, entity));
  const best = answers.toSorted((a, b) => a.missing.length - b.missing.length)[0];
  return best ?? { missing: ["there is nothing to look at"], unsure: [], files: [] };
}

function look(views: BranchViews, seen: Seen, entity: ContractEntity): EntityAnswer {
  if (entity.type === "database") return lookForTable(views, seen, entity);
  const { view } = seen;
  const { path, keyFields } = entity;
  if (!views.has(view, path) && !view.hasFolder(path)) return absent(`there is no file ${path}`);
  if (entity.type === "file") return mentioned(views.text(view, path), keyFields, path, []);
  return lookForFunction(views, view, entity);
}

function lookForFunction(views: BranchViews, view: View, { name, path, keyFields }: ContractEntity): EntityAnswer {
  const [first = "", member] = name.replace(/\(.*$/s, "").trim().split(/[.#]/);
  const text = views.text(view, path);
  if (languageOf(path) === null) return mentioned(text, [first, ...keyFields], path, []);
  const traced = traceExport(views, view, path, first);
  if (traced === "unknown")
    return mentioned(text, [first, ...keyFields], path, [`whether ${path} exports ${quoted(first)}`]);
  if (traced === "absent") {
    // `export default function name` is that function all the same.
    const isDefault = views.facts(view, path)?.exports.get("default");
    const isIt = isDefault?.from === null && isDefault.definition?.name === first;
    if (!isIt) return absent(`${path} does not export ${quoted(first)}`);
  }
  const members = typeof traced === "string" ? null : (traced.definition?.members ?? null);
  if (member !== undefined && members !== null && !members.has(member)) {
    return absent(`${quoted(first)} in ${path} has no ${quoted(member)}`);
  }
  return mentioned(text, keyFields, path, []);
}

function lookForTable(views: BranchViews, { view, schema }: Seen, entity: ContractEntity): EntityAnswer {
  const name = tableKey(entity.table ?? entity.name);
  const text = views.text(view, entity.path);
  const table = schema.get(name);
  if (table !== undefined) return lookAtColumns(table, entity);
  if (text === undefined || entity.path.endsWith(".sql")) {
    const place = text === undefined && !view.hasFolder(entity.path) ? ` (and there is no ${entity.path})` : "";
    return absent(`there is no table ${quoted(name)}${place}`);
  }
  const columns = entity.keyFields.map((field) => keyField(field).column);
  return mentioned(text, [name, ...columns], entity.path, [
    `keys and types of ${quoted(name)}: ${entity.path} is not SQL`,
  ]);
}

function lookAtColumns(table: SqlTable, entity: ContractEntity): EntityAnswer {
  const missing = entity.keyFields.flatMap((field) => {
    const { column, to } = keyField(field);
    if (!table.columns.has(column)) return table.open ? [] : [`${quoted(table.name)} has no column ${quoted(column)}`];
    const hasKey = table.keys.some((key) => key.columns.includes(column) && (to === "" || key.table === to));
    return to === null || hasKey ? [] : [`${quoted(`${table.name}.${column}`)} is no foreign key to ${quoted(to)}`];
  });
  return { missing, unsure: [], files: [`${table.path}:${table.line}`] };
}

/** `customer_id`, or with the key it must be: `customer_id -> customers` or `customer_id -> customers.id`. */
function keyField(field: string): { readonly column: string; readonly to: string | null } {
  const [column = "", to] = field.toLowerCase().split(/\s*(?:->|→)\s*/);
  return { column: column.trim(), to: to === undefined ? null : (to.trim().split(".")[0] ?? "") };
}

/** The schema, and the tables that files which the contract names make by SQL within other code. */
export function withEmbedded(views: BranchViews, view: View, schema: SqlSchema, { entities }: Contract): SqlSchema {
  const found = entities.flatMap(({ type, path }) => {
    const text = type === "database" && !path.endsWith(".sql") ? views.text(view, path) : undefined;
    return text === undefined ? [] : [...embeddedSchema(text, path)];
  });
  return new Map([...found, ...schema]);
}

function embeddedSchema(text: string, path: string): SqlSchema {
  const files = [...text.matchAll(/\bcreate\s+table\b/gi)].slice(0, 200).map(({ index }) => {
    const line = text.slice(0, index).split("\n").length - 1;
    const [change] = readSqlChanges(text.slice(index, index + 20_000));
    return { path, changes: change === undefined ? [] : [{ ...change, line: change.line + line }] };
  });
  return schemaOf(files);
}

function mentioned(
  text: string | undefined,
  words: readonly string[],
  path: string,
  unsure: readonly string[],
): EntityAnswer {
  const missing = words.flatMap((word) =>
    text === undefined || mentions(text, word) ? [] : [`${path} does not mention ${quoted(word)}`],
  );
  return { missing, unsure, files: [path] };
}

function mentions(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}

function absent(what: string): EntityAnswer {
  return { missing: [what], unsure: [], files: [] };
}
