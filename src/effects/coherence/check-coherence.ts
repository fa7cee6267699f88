/**
 * Branches that are to be merged, laid side by side before they are: what in them does not go together, by rules alone.
 * It reads git's objects only and changes nothing. What git cannot read comes back as a failure.
 */
import type { CoherenceReport, Section } from "../../domain/proof/coherence.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import type { Contract, TaskId } from "../../domain/spec/plan.ts";
import type { Git } from "../git/git.ts";
import { readBranchSql } from "./branches/branch-sql.ts";
import type { Branch, BranchViews } from "./branches/branch-views.ts";
import { type CommitReader, GitObjects, UnreadableRepository } from "./branches/git-objects.ts";
import { type BranchWish, openViews } from "./branches/open-views.ts";
import { findContractGaps } from "./contract/contract-gaps.ts";
import type { Finding } from "./report/finding.ts";
import { reportOf } from "./report/report.ts";
import { findDuplicates } from "./rules/duplicates.ts";
import { type ExportChanges, exportChangesOf } from "./rules/export-changes.ts";
import { findInterfaceMismatches } from "./rules/interface-mismatches.ts";
import { type Expected, findMissing, missingFinding, placesOf } from "./rules/missing-connections.ts";
import { findSchemaInconsistencies } from "./rules/schema-inconsistencies.ts";
import { CODE_PATTERNS, languageOf } from "./source/source-kind.ts";

export interface CoherenceOrder {
  readonly git: Git;
  /** Of the project within the repository; empty at its top. */
  readonly prefix: string;
  readonly base: string;
  /** In the order of dependencies: where two disagree, the earlier one is right. */
  readonly branches: readonly BranchWish[];
  /** A person has named the branches: they are of no task that could be tried again. */
  readonly named?: boolean;
  readonly contract?: Contract | null;
  /** File → the task that claims it. */
  readonly owners?: ReadonlyMap<string, TaskId>;
  /** Tasks that have not worked yet: what they owe is not missing. */
  readonly pending?: ReadonlySet<TaskId>;
}

export type CoherenceAnswer =
  | { readonly ok: true; readonly report: CoherenceReport }
  | { readonly ok: false; readonly failure: Failure };

export async function checkCoherence(order: CoherenceOrder): Promise<CoherenceAnswer> {
  try {
    return { ok: true, report: await compareBranches(new GitObjects(order.git, order.prefix), order) };
  } catch (error) {
    if (error instanceof UnreadableRepository) return { ok: false, failure: error.failure };
    throw error;
  }
}

export type Comparison = Omit<CoherenceOrder, "git" | "prefix">;

export async function compareBranches(objects: CommitReader, order: Comparison): Promise<CoherenceReport> {
  return reportOf(await findAll(objects, order), order.named ? "change" : "retry");
}

async function findAll(objects: CommitReader, order: Comparison): Promise<Record<Section, Finding[]>> {
  const { views, commit, paths } = await openViews(objects, order.base, order.branches);
  const expected: Expected = { owners: order.owners ?? new Map(), pending: order.pending ?? new Set() };
  await loadChanged(views);
  const changes = new Map(views.branches.map((branch) => [branch, exportChangesOf(views, branch)]));
  const untouched = await usersInBase(views, objects, commit, changes);
  await views.load(
    untouched.map((path) => [views.base, path] as const),
    true,
  );
  const missing = findMissing(views);
  const ignored = await objects.ignored([...new Set(missing.flatMap(placesOf))]);
  const sql = await readBranchSql(views, paths);
  return {
    interface_mismatches: findInterfaceMismatches(views, changes, untouched),
    schema_inconsistencies: findSchemaInconsistencies(sql),
    duplicates: findDuplicates(views),
    missing_connections: missing
      .filter((each) => !placesOf(each).some((path) => ignored.has(path)))
      .map((each) => missingFinding(views, each, expected)),
    contract_gaps: order.contract ? await findContractGaps(views, sql, order.contract, expected.pending) : [],
  };
}

/** Files that differ, before and after, and what they import. */
async function loadChanged(views: BranchViews): Promise<void> {
  const changed = views.branches.flatMap((branch) =>
    [...branch.changes.keys()]
      .filter((path) => languageOf(path) !== null)
      .flatMap((path) => [[branch.after, path] as const, [branch.before, path] as const]),
  );
  await views.load(changed, true);
}

const WORDS_MAX = 500;
const USERS_MAX = 2000;

/** Only a file that mentions a changed name, or a deleted file's, can be its user; git finds those without parsing. */
async function usersInBase(
  views: BranchViews,
  objects: CommitReader,
  commit: string,
  changesOf: ReadonlyMap<Branch, ExportChanges>,
): Promise<string[]> {
  const words = new Set<string>();
  for (const changes of changesOf.values()) {
    for (const { name, path, isFileGone } of changes.values()) {
      if (name !== "default" && name !== "*") words.add(name);
      if (name === "default" || isFileGone) words.add(moduleWord(path));
    }
  }
  const found = await objects.mentioning(commit, [...words].slice(0, WORDS_MAX), CODE_PATTERNS);
  const isTouched = (path: string) => views.branches.some((branch) => branch.changes.has(path));
  return found.filter((path) => languageOf(path) !== null && !isTouched(path)).slice(0, USERS_MAX);
}

/** What an import of the file must mention: its name, or its folder's if it stands for that. */
function moduleWord(path: string): string {
  const parts = path.replace(/(\.d)?\.[a-z]+$/, "").split("/");
  const last = parts.at(-1) ?? "";
  return last === "index" || last === "__init__" ? (parts.at(-2) ?? last) : last;
}
