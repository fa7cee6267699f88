/** Foreign keys that a branch newly declares and that meet no table, no column, or a column of another kind. */
import type { BranchSql, SqlNews } from "../branches/branch-sql.ts";
import { type Finding, place, quoted } from "../report/finding.ts";
import { type SqlForeignKey, typeFamily } from "../sql/sql-column.ts";
import type { SqlSchema, SqlTable } from "../sql/sql-schema.ts";

export function danglingKeys(sql: BranchSql): Finding[] {
  return sql.news.flatMap((news) => keysOf(news).flatMap((key) => problemOf(sql, news, key)));
}

function keysOf({ change }: SqlNews): readonly SqlForeignKey[] {
  if (change.type === "create") return change.keys;
  return "key" in change && change.key !== null ? [change.key] : [];
}

function problemOf(sql: BranchSql, news: SqlNews, key: SqlForeignKey): Finding[] {
  const own = sql.schemas.get(news.branch) ?? sql.base;
  const all: readonly SqlSchema[] = [own, ...sql.schemas.values()].filter((each) => each !== sql.base);
  const targets = all.flatMap((schema) => schema.get(key.table) ?? []);
  const target = targets[0];
  if (target === undefined)
    return isForeign(all, key.table) ? [] : [finding(news, key, "critical", lacksTable(news, key))];
  if (targets.some((each) => each.open)) return [];
  const lacking = key.references.find((column) => !targets.some((each) => each.columns.has(column)));
  if (lacking !== undefined) {
    return [
      finding(
        news,
        key,
        "critical",
        `${start(news, key)} the column ${quoted(`${key.table}.${lacking}`)}, which nobody defines`,
      ),
    ];
  }
  const odd = differentTypes(own.get(news.change.table), targets, key);
  return odd === null
    ? []
    : [finding(news, key, odd.severity, `${start(news, key)} ${quoted(key.table)}, but ${odd.how}`)];
}

/** A schema of which the project defines nothing belongs to somebody else, such as `auth.users`. */
function isForeign(schemas: readonly SqlSchema[], table: string): boolean {
  const lead = table.includes(".") ? table.slice(0, table.lastIndexOf(".") + 1) : null;
  return lead !== null && !schemas.some((schema) => [...schema.keys()].some((name) => name.startsWith(lead)));
}

function differentTypes(
  from: SqlTable | undefined,
  targets: readonly SqlTable[],
  key: SqlForeignKey,
): { readonly severity: Finding["severity"]; readonly how: string } | null {
  for (const [index, name] of key.columns.entries()) {
    const mine = from?.columns.get(name)?.type;
    const theirs = targets.flatMap((each) => referenced(each, key, index)?.type ?? []);
    if (mine === undefined || theirs.length === 0 || theirs.includes(mine)) continue;
    const [theirType = ""] = theirs;
    const [one, other] = [typeFamily(mine), typeFamily(theirType)];
    if (one === null || other === null) continue;
    const how = `${quoted(name)} is ${mine} and what it refers to is ${theirType}`;
    if (one !== other) return { severity: "critical", how };
    if (one === "integer") return { severity: "minor", how };
  }
  return null;
}

function referenced(table: SqlTable, key: SqlForeignKey, index: number) {
  const name = key.references[index];
  if (name !== undefined) return table.columns.get(name);
  return key.columns.length === 1 ? [...table.columns.values()].find((column) => column.isPrimary) : undefined;
}

function lacksTable(news: SqlNews, key: SqlForeignKey): string {
  return `${start(news, key)} the table ${quoted(key.table)}, which nobody defines`;
}

function start({ branch, change }: SqlNews, key: SqlForeignKey): string {
  const from = key.columns.length === 0 ? change.table : `${change.table}.${key.columns.join(",")}`;
  return `${branch.task} lets ${quoted(from)} refer to`;
}

function finding(news: SqlNews, key: SqlForeignKey, severity: Finding["severity"], what: string): Finding {
  const { task } = news.branch;
  return {
    subject: `${news.change.table} -> ${key.table}`,
    severity,
    tasks: [task],
    files: [place(news.path, key.line)],
    sentence: `${what}; ${task} must correct it.`,
    must_change: task,
  };
}
