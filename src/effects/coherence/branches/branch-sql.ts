/** The SQL of base and branches: which tables each would have, and what each branch newly says about tables. */

import { isSql } from "../source/source-kind.ts";
import { readSqlChanges, type SqlChange } from "../sql/sql-changes.ts";
import { type SqlFile, type SqlSchema, schemaOf } from "../sql/sql-schema.ts";
import { type Branch, type BranchViews, hasSeen, type View } from "./branch-views.ts";

export interface SqlNews {
  readonly branch: Branch;
  readonly path: string;
  readonly change: SqlChange;
}

export interface BranchSql {
  readonly base: SqlSchema;
  /** By branch, as if it alone were merged. */
  readonly schemas: ReadonlyMap<Branch, SqlSchema>;
  readonly news: readonly SqlNews[];
  /** The branch was made on what the other one says here, and has put something else in its place. */
  readonly hasReplaced: (branch: Branch, said: SqlNews) => boolean;
}

/** `basePaths`: all files of the base, of which the SQL ones are read. */
export async function readBranchSql(views: BranchViews, basePaths: Iterable<string>): Promise<BranchSql> {
  const paths = [...basePaths].filter(isMigration).slice(0, FILES_MAX);
  const changed = views.branches.map((branch) => [branch, [...branch.changes.keys()].filter(isMigration)] as const);
  await views.loadTexts([
    ...paths.map((path) => [views.base, path] as const),
    ...changed.flatMap(([branch, own]) =>
      own.flatMap((path) => [[branch.before, path] as const, [branch.after, path] as const]),
    ),
  ]);
  const read = new Map<string, readonly SqlChange[]>();
  const changesIn = (view: View, path: string): readonly SqlChange[] => {
    const blob = view.blobOf(path) ?? "";
    const known = read.get(blob) ?? readSqlChanges(views.text(view, path) ?? "");
    read.set(blob, known);
    return known;
  };
  const filesOf = (view: View, own: readonly string[]): SqlFile[] =>
    [...new Set([...paths, ...own])].map((path) => ({ path, changes: changesIn(view, path) }));
  return {
    base: schemaOf(filesOf(views.base, [])),
    schemas: new Map(changed.map(([branch, own]) => [branch, schemaOf(filesOf(branch.after, own))])),
    hasReplaced: (branch, { path, change, branch: other }) =>
      branch.changes.has(path) &&
      hasSeen(branch, path, other.changes.get(path)?.after ?? null) &&
      !changesIn(branch.after, path).some((each) => keyOf(each) === keyOf(change)),
    news: changed.flatMap(([branch, own]) =>
      own.flatMap((path) => {
        const before = new Set(changesIn(branch.before, path).map(keyOf));
        const fresh = changesIn(branch.after, path).filter((change) => !before.has(keyOf(change)));
        return fresh.map((change) => ({ branch, path, change }));
      }),
    ),
  };
}

const FILES_MAX = 5000;

/** Files that undo others are named so. */
function isMigration(path: string): boolean {
  return isSql(path) && !/(^|[./_-])(down|rollback|undo|revert)\.sql$/.test(path);
}

/** Moving within a file changes nothing. */
function keyOf(change: SqlChange): string {
  return JSON.stringify(change, (key, value: unknown) => (key === "line" ? undefined : value));
}
