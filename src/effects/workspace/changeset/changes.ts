/** What a task has changed, as paths of the project and in numbers. A rename is a deletion and a creation. */
import { posix } from "node:path";
import type { Changed } from "../../../domain/proof/gate.ts";
import type { Failed, RunRepository } from "../worktree/run-repository.ts";

export type Changes = { readonly ok: true; readonly changed: Changed; readonly paths: readonly string[] } | Failed;

/** As many paths of each kind are kept; the counts are of all. */
const LISTED_MAX = 200;

export async function changesBetween(
  repo: Pick<RunRepository, "git" | "toProject">,
  base: string,
  commit: string,
): Promise<Changes> {
  const plain = ["--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "-z"];
  const found = await repo.git.run(["diff-tree", "-r", "--raw", "--numstat", ...plain, base, commit, "--"]);
  if (!found.ok) return found;
  const lists = { created: [] as string[], modified: [] as string[], deleted: [] as string[] };
  const paths: string[] = [];
  let insertions = 0;
  let deletions = 0;
  const fields = found.out.split("\0");
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? "";
    if (field.startsWith(":")) {
      const path = repo.toProject(fields[at + 1] ?? "");
      lists[kindOf(field)].push(path);
      paths.push(path);
      at += 1;
    } else if (field !== "") {
      // Of a binary file git says `-`.
      const [more = "", less = ""] = field.split("\t");
      insertions += Number.parseInt(more, 10) || 0;
      deletions += Number.parseInt(less, 10) || 0;
    }
  }
  const changed: Changed = {
    created: lists.created.slice(0, LISTED_MAX),
    modified: lists.modified.slice(0, LISTED_MAX),
    deleted: lists.deleted.slice(0, LISTED_MAX),
    files: paths.length,
    insertions,
    deletions,
  };
  return { ok: true, changed, paths };
}

/** A path as git names it, seen from the project; what lies outside it begins with `../`. */
export function pathInProject(prefix: string): (path: string) => string {
  return (path) => (prefix === "" ? path : posix.relative(prefix, path));
}

function kindOf(raw: string): "created" | "modified" | "deleted" {
  const status = raw.split(" ")[4]?.[0];
  return status === "A" ? "created" : status === "D" ? "deleted" : "modified";
}
