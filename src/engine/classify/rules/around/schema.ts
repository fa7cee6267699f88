/** Rules for databases: tables, columns and migrations that do not fit. Data only. */
import type { Rule } from "../../rule.ts";

export const SCHEMA_RULES: readonly Rule[] = [
  {
    class: "schema_mismatch",
    // Somebody is asked whether data may be thrown away.
    restart: "terminal",
    strength: "certain",
    has: "data will be lost|reset the|data loss",
    match:
      /\b(?:all )?data will be lost|we need to reset the .{0,40}(?:database|schema) "?(?<s>[\w-]+)?|(?:accept|possible) data[- ]loss/i,
    subject: { near: /reset the .{0,40}(?:database|schema) "(?<s>[\w-]+)"/i, back: 4 },
  },
  {
    class: "schema_mismatch",
    strength: "certain",
    inTests: true,
    has: "undefinedtable|undefinedcolumn|undefined_table|undefined_column|duplicatetable|duplicatecolumn",
    match:
      /(?:undefined|duplicate)_?(?:table|column)\b.{0,80}?[«»"'`“„] ?(?<s>[\w.]+) ?[«»"'`“”]|(?:undefined|duplicate)_?(?:table|column)\b/i,
  },
  {
    class: "schema_mismatch",
    strength: "certain",
    inTests: true,
    has: "does not exist|undefinedtable|undefined table",
    match:
      /(?<!of )(?:relation|table|view) [`"'\\]*(?<s>[\w.-]+)[`"'\\]* does not exist|the table [`"'\\]*(?<t>[\w.-]+)[`"'\\]* does not exist|table ['"`](?<u>[\w.-]+)['"`] doesn(?:'|’)t exist|table for model [`"'](?<w>\w+)[`"'] does not exist|\b(?:type|enum|sequence|index|constraint|function|schema|database) [`"](?<v>[\w.-]+)[`"](?:\(\))?(?: (?:of|for|on) .{0,60})? does not exist/i,
  },
  {
    class: "schema_mismatch",
    strength: "certain",
    inTests: true,
    has: "unknown attribute|no such table|no such column|unknown column|unknown table|doesn't exist|undefinedcolumn|has no column named",
    match:
      /unknown attribute '(?<w>\w+)' for|no such (?:table|column): [`"']?(?:main\.)?(?<s>[\w.]+)|unknown (?:column|table) ['"`](?<t>[\w.]+)|table ['"`](?<u>[\w.-]+)['"`] doesn(?:'|’)t exist|table [`"']?\w+[`"']? has no column named [`"']?(?<v>\w+)/i,
  },
  {
    class: "schema_mismatch",
    strength: "certain",
    inTests: true,
    has: "column",
    match:
      /column [`"'\\]*(?<s>[\w.]+)[`"'\\]*(?: of relation [`"'\\]*\w+[`"'\\]*)? does not exist|the column [`"'\\]*(?<t>[\w.]+)[`"'\\]* (?:does not exist|is not in the)/i,
  },
  {
    class: "schema_mismatch",
    strength: "certain",
    inTests: true,
    has: "already exists|duplicate column|duplicate table",
    match:
      /(?:relation|table|column|index|constraint|type|schema|sequence|view) [`"'\\]*(?<s>[\w.-]+)[`"'\\]*(?: of relation [`"'\\]*\w+[`"'\\]*)? already exists|duplicate column name:? ['"`]?(?<t>\w+)/i,
    unless: /branch|worktree|destination path|container/i,
  },
  {
    class: "schema_mismatch",
    strength: "certain",
    inTests: true,
    has: "can't locate revision|multiple head revisions|multiple heads|target database is not up to date|no such revision|can't find revision",
    match:
      /can(?:'|’)t locate revision identified by ['"]?(?<s>\w+)|multiple head(?: revision)?s|target database is not up to date|no such revision(?: or branch)? ['"]?(?<t>\w+)/i,
  },
  {
    class: "schema_mismatch",
    strength: "certain",
    inTests: true,
    has: "migration|p3009|p3018|p3005|p3006|p2021|p2022|drift|p30",
    match:
      /migration directory is corrupt.{0,80}: (?<v>\S+)|migrations? (?:are|is) pending|pendingmigrationerror|pending migrations|[`'"](?<s>\d{8,14}_\w+)[`'"] migration.{0,60}failed|migration (?:name: |[`'"])?(?<t>\d{8,14}_\w+)[`'"]?.{0,30}failed|migration failed|failed migrations? in|migration name: (?<u>\w+)|error: p30\d\d|\bp20(?:21|22)\b|drift detected|inconsistentmigrationhistory|nodenotfounderror: migration|conflicting migrations|migrations? (?:.{0,40})could not be applied/i,
    subject: {
      near: /[`'"](?<s>\d{8,14}_\w+)[`'"]|migration name: (?<t>\w+)|\bmigration (?<u>\w+\.\d{4}\w*)/i,
      back: 6,
      ahead: 8,
    },
  },
  {
    class: "schema_mismatch",
    strength: "strong",
    inTests: true,
    has: "constraint|notnullviolation|not null|integrityerror|null value in column",
    match:
      /violates (?:not-null|foreign key|unique|check) constraint(?: [`"'\\]*(?<s>[\w.]+))?|(?:unique|not null|foreign key|check) constraint failed:? ?(?<t>[\w.]+)?|integrityerror|null value in column [`"'\\]*(?<u>\w+)/i,
  },
  {
    class: "schema_mismatch",
    strength: "strong",
    inTests: true,
    has: "sqlstate|sql syntax|er_|syntax error at or near|error 1146|error 1154|error 1054",
    match:
      /sqlstate\[(?:42s02|42s22|42p01)\]|er_(?:no_such_table|bad_field_error|table_exists_error)|error 11(?:46|54)|error 1054/i,
  },
];
