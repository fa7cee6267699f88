/** Tables that branches define, change or refer to in ways that do not go together. Base first, then the earlier branch, is right. */
import type { BranchSql, SqlNews } from "../branches/branch-sql.ts";
import { type Finding, laterOf, place, quoted } from "../report/finding.ts";
import type { SqlChange } from "../sql/sql-changes.ts";
import type { SqlColumn } from "../sql/sql-column.ts";
import { danglingKeys } from "./dangling-keys.ts";

export function findSchemaInconsistencies(sql: BranchSql): Finding[] {
  return [...clashes(sql), ...lostParts(sql.news), ...danglingKeys(sql)];
}

/** Two branches that say something about the same table or column. */
function clashes(sql: BranchSql): Finding[] {
  const bySubject = Map.groupBy(sql.news.flatMap(subjectOf), ([subject]) => subject);
  return [...bySubject].flatMap(([subject, all]) =>
    all.flatMap(([, one], index) =>
      all.slice(index + 1).flatMap(([, other]) => {
        const isSame = one.branch === other.branch || isSameFile(one, other);
        return isSame ? [] : clash(sql, subject, one, other);
      }),
    ),
  );
}

function subjectOf(each: SqlNews): [string, SqlNews][] {
  const { change } = each;
  if (change.type === "create") return [[change.table, each]];
  if (change.type === "add_column" || change.type === "change_column")
    return [[`${change.table}.${change.column.name}`, each]];
  return [];
}

function isSameFile(one: SqlNews, other: SqlNews): boolean {
  return (
    one.path === other.path && one.branch.changes.get(one.path)?.after === other.branch.changes.get(one.path)?.after
  );
}

function clash(sql: BranchSql, subject: string, one: SqlNews, other: SqlNews): Finding[] {
  const later = laterOf(one.branch, other.branch);
  const [first, second] = later === other.branch ? [one, other] : [other, one];
  const all = differencesOf(first.change, second.change);
  const isRewritten = sql.hasReplaced(second.branch, first);
  // Whoever builds on a definition may add to it; what the first one has must stay.
  const differences = isRewritten ? all.filter((each) => !each.endsWith(ONLY_IN_SECOND)) : all;
  if (isRewritten && differences.length === 0) return [];
  const isTable = one.change.type === "create";
  const how = differences.length > 0 ? `differently (${differences.slice(0, 5).join("; ")})` : "twice in the same way";
  const isHarmless = [one, other].every(({ change }) => change.type === "create" && change.ifAbsent);
  const clashing: Finding = {
    subject,
    severity: differences.length > 0 ? "critical" : isHarmless ? "minor" : "major",
    tasks: [first.branch.task, second.branch.task],
    files: [place(first.path, first.change.line), place(second.path, second.change.line)],
    sentence: `${first.branch.task} and ${second.branch.task} define the ${isTable ? "table" : "column"} ${quoted(subject)} ${how}; the one of ${first.branch.task} counts, ${second.branch.task} must follow it.`,
    must_change: second.branch.task,
  };
  return [clashing];
}

const ONLY_IN_SECOND = " only in the second";

function differencesOf(one: SqlChange, other: SqlChange): string[] {
  if (one.type === "create" && other.type === "create") {
    if (one.open || other.open) return [];
    const theirs = new Map(other.columns.map((column) => [column.name, column]));
    const mine = new Set(one.columns.map((column) => column.name));
    return [
      ...one.columns.flatMap((column) => difference(column, theirs.get(column.name))),
      ...other.columns.flatMap((column) => (mine.has(column.name) ? [] : [`${column.name}${ONLY_IN_SECOND}`])),
    ];
  }
  return "column" in one && "column" in other ? difference(one.column, other.column) : [];
}

function difference(one: SqlColumn, other: SqlColumn | undefined): string[] {
  if (other === undefined) return [`${one.name} only in the first`];
  return one.type === other.type ? [] : [`${one.name} is ${one.type || "untyped"} and ${other.type || "untyped"}`];
}

/** One branch takes away what another one newly relies on. */
function lostParts(news: readonly SqlNews[]): Finding[] {
  return news.flatMap((loss) => {
    const lost = lostBy(loss.change);
    if (lost === null) return [];
    const users = news.filter(
      (each) => each.branch !== loss.branch && reliesOn(each.change, loss.change.table, lost.column),
    );
    return users.map((user): Finding => {
      const later = laterOf(loss.branch, user.branch);
      const what =
        lost.column === null
          ? `the table ${quoted(loss.change.table)}`
          : `the column ${quoted(`${loss.change.table}.${lost.column}`)}`;
      return {
        subject: lost.column === null ? loss.change.table : `${loss.change.table}.${lost.column}`,
        severity: "critical",
        tasks: [loss.branch.task, user.branch.task],
        files: [place(loss.path, loss.change.line), place(user.path, user.change.line)],
        sentence: `${loss.branch.task} ${lost.how} ${what}, on which ${user.branch.task} builds; ${later.task} must adapt.`,
        must_change: later.task,
      };
    });
  });
}

function lostBy(change: SqlChange): { readonly column: string | null; readonly how: string } | null {
  if (change.type === "drop") return { column: null, how: "drops" };
  if (change.type === "rename") return { column: null, how: "renames" };
  if (change.type === "drop_column") return { column: change.name, how: "drops" };
  return change.type === "rename_column" ? { column: change.name, how: "renames" } : null;
}

function reliesOn(change: SqlChange, table: string, column: string | null): boolean {
  const keys = keysIn(change).filter((key) => key.table === table);
  if (column !== null) {
    const touches = change.table === table && touchedColumns(change).includes(column);
    return touches || keys.some((key) => key.references.includes(column));
  }
  return keys.length > 0 || (change.table === table && !["create", "drop", "rename"].includes(change.type));
}

function keysIn(change: SqlChange) {
  if (change.type === "create") return change.keys;
  return "key" in change && change.key !== null ? [change.key] : [];
}

function touchedColumns(change: SqlChange): string[] {
  if (change.type === "change_column") return [change.column.name];
  return change.type === "drop_column" || change.type === "rename_column" ? [change.name] : [];
}
