/** Rules for databases that do not look as the code expects: tables, columns, migrations, types, in any dialect. */
import { type CauseRule, type Found, ruleOf } from "./cause-rule.ts";

const NAME = '["\'`«“\\[]*\\s*([\\w$."`\\]\\[-]+?)\\s*["\'`»”\\]]*';

export const SCHEMA_RULES: readonly CauseRule[] = [
  ruleOf("schema", /Can't locate revision identified by ["']([0-9a-z_]+)["']/im, (name) =>
    migration(name, "is not among the scripts"),
  ),
  ruleOf("schema", /(?:migration|The) [`"']([\w.-]{6,})[`"'] (?:migration )?(?:started at[^\n]*)?failed/m, (name) =>
    migration(name, "failed and blocks the rest"),
  ),
  ruleOf("schema", /Migration(?: name)?:? [`"']?(\w*\d{8,}\w*)[`"']?[^\n]*(?:failed|cannot|could not)/m, (name) =>
    migration(name, "failed and blocks the rest"),
  ),
  ruleOf("schema", /Migration ([\w.]+) dependencies reference nonexistent parent/m, (name) =>
    migration(name, "depends on one that is missing"),
  ),
  ruleOf(
    "schema",
    /(Multiple head revisions|multiple heads\b|single head is supported|Conflicting migrations detected|multiple leaf nodes)/im,
    () => migration("heads", "have more than one head"),
  ),
  ruleOf("schema", /column [“"'`]?(\w+)[”"'`]? of relation [“"'`]?(\w+)[”"'`]? already exists/im, (column, parts) =>
    columnTwice(`${parts.at(2)}.${column}`),
  ),
  ruleOf("schema", /duplicate column(?: name)?:? [“"'`]?(\w+)/im, (name) => columnTwice(name)),
  ruleOf("schema", /column [“"'`]?(\w+)[”"'`]? of relation [“"'`]?(\w+)/im, (column, parts) =>
    columnOf(`${parts.at(2)}.${column}`),
  ),
  ruleOf("schema", /table [“"'`]?(\w+)[”"'`]? has no column (?:named )?[“"'`]?(\w+)/im, (table, parts) =>
    columnOf(`${table}.${parts.at(2)}`),
  ),
  column(`column ${NAME} (?:does not|doesn't) exist`),
  column(`no such column: ${NAME}(?=[\\s,;)]|$)`),
  column(`Unknown column ${NAME} in`),
  column(`Invalid column name ${NAME}(?=[\\s,;)]|\\.(?!\\w)|$)`),
  table(`relation ${NAME} (?:does not exist|n'existe pas|existiert nicht|no existe)`),
  table(`Relation ${NAME} existiert nicht`),
  table(`no such table: ${NAME}(?=[\\s,;:)\\[]|$)`),
  ruleOf("schema", /Table '\w+\.(\w+)' doesn't exist/m, (name) => tabled(name)), // the database's name is no part of it
  table(`[Tt]able ${NAME} (?:does not|doesn't) exist`),
  table(`Table ${NAME} not found`),
  table(`Invalid object name ${NAME}(?=[\\s,;)]|\\.(?!\\w)|$)`),
  table(`Unknown table ${NAME}(?=[\\s,;)]|\\.(?!\\w)|$)`),
  ruleOf("schema", new RegExp(`(?:relation|table) ${NAME} already exists`, "im"), (name) => tableTwice(name)),
  ruleOf(
    "schema",
    new RegExp(
      `(?:ERROR: *|FATAL: *)?(database|type|schema|role|function|index|constraint) ${NAME} does not exist`,
      "m",
    ),
    (what, parts) => other(what, parts.at(2)),
  ),
  ruleOf("schema", /missing column \[([\w.]+)\] in table \[([\w.]+)\]/m, (name, parts) =>
    columnOf(`${parts.at(2)}.${name}`),
  ),
  ruleOf("schema", /missing table \[([\w.]+)\]/m, tabled),
  ruleOf("schema", /(Migrations are pending|PendingMigrationError|database is not up to date)/im, () =>
    migration("pending", "have not been run"),
  ),
  ruleOf("schema", /Unknown database ["'](\w+)["']/m, (name) => other("database", name)),
];

/** A table, column or migration as a classifier names it. */
export function schemaCause(subject: string): Found {
  return tabled(subject);
}

function table(pattern: string): CauseRule {
  return ruleOf("schema", new RegExp(pattern, "m"), (name) => tabled(name));
}

function column(pattern: string): CauseRule {
  return ruleOf("schema", new RegExp(pattern, "im"), (name) => columnOf(name));
}

function tabled(raw: string): Found {
  const name = plain(raw);
  return { name, kind: "schema", says: `the table ${name} is missing` };
}

function tableTwice(raw: string): Found {
  const name = plain(raw);
  return { name: `twice ${name}`, kind: "schema", says: `the table ${name} is made twice` };
}

/** A column that is there already is another cause than one that is not. */
function columnTwice(raw: string): Found {
  const name = plain(raw);
  const last = name.split(".").at(-1) ?? name;
  const looser = last === name ? {} : { looser: [`twice column ${last}`] };
  return { name: `twice column ${name}`, ...looser, kind: "schema", says: `the column ${name} is made twice` };
}

/** One or two letters before the dot are a query's short name for the table and say nothing. */
function columnOf(raw: string): Found {
  const name = plain(raw).replace(/^\w{1,2}\.(?=\w)/, "");
  const last = name.split(".").at(-1) ?? name;
  return {
    name: `column ${name}`,
    looser: last === name ? [] : [`column ${last}`],
    kind: "schema",
    says: `the column ${name} is missing`,
  };
}

function migration(name: string, what: string): Found {
  return {
    name: `migration ${name.toLowerCase()}`,
    looser: [name.toLowerCase()],
    kind: "schema",
    says: `the migration ${name} ${what}`,
  };
}

function other(what: string, raw: string): Found {
  const name = plain(raw);
  return { name: `${what} ${name}`, looser: [name], kind: "schema", says: `the ${what} ${name} is missing` };
}

/** Without quotes and without the schema everybody is in by default. */
function plain(raw: string): string {
  return raw
    .replace(/["'`«»“”[\]\s]/g, "")
    .toLowerCase()
    .replace(/^(?:public|dbo|main)\.(?=.)/, "");
}
