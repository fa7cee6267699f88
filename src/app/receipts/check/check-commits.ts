/** What a receipt says of commits, held against the repository here. */
import type { Changed } from "../../../domain/proof/gate.ts";
import type { SealedReceipt } from "../../../domain/proof/receipt.ts";
import { digestOf } from "../../../effects/files/sha256.ts";
import { type Claim, contradicted, lacking, unverifiable, verified } from "./claim.ts";
import type { RepositoryFacts } from "./repository-facts.ts";

/** What git says of it now; null: git cannot say. */
export interface Compared {
  readonly changed: Pick<Changed, "files" | "insertions" | "deletions"> | null;
  /** How many of its files are otherwise in HEAD than after its merge. */
  readonly since: number | null;
}

export function checkCommits(
  receipt: SealedReceipt,
  facts: RepositoryFacts | null,
  compared: Compared | null,
): readonly Claim[] {
  const named = namedBy(receipt);
  if (named === null)
    return [unverifiable("commit", { what: receipt.run.base === null ? "no_commit" : "nothing_merged" })];
  if (facts === null) return [lacking("commit", { what: "no_repository" })];
  const { commit, tree } = named;
  const known = facts.commits.get(commit);
  const other = tree === undefined ? undefined : facts.byTree.get(tree);
  const elsewhere =
    other === undefined || other === commit ? [] : [verified("landed", { what: "same_tree", commit, other })];
  if (known === undefined) return [lacking("commit", { what: "commit_missing", commit }), ...elsewhere];
  const landed = known.isInHead
    ? verified("landed", { what: "landed", commit })
    : unverifiable("landed", { what: "not_landed", commit });
  return [
    ...checkShape(receipt, named, facts),
    ...checkChanges(receipt, compared),
    ...(known.isInHead || elsewhere.length === 0 ? [landed] : elsewhere),
    ...landingOf(receipt, commit, facts),
    ...(known.isInHead && compared?.since ? [changedSince(commit, compared.since)] : []),
  ];
}

/** A landing that made a merge names the receipt that closes the run. */
function landingOf({ kind, hash }: SealedReceipt, commit: string, { landings }: RepositoryFacts): readonly Claim[] {
  const landing = kind === "run" ? landings.get(commit) : undefined;
  if (landing === undefined) return [];
  const { by, receipt } = landing;
  return receipt === hash
    ? [verified("proof", { what: "landing_names", commit: by })]
    : [contradicted("proof", { what: "landing_names_other", commit: by })];
}

export interface Named {
  readonly commit: string;
  readonly tree?: string | undefined;
}

/** The commit by which it is in the history; null: it brought none. */
export function namedBy(receipt: SealedReceipt): Named | null {
  if (receipt.kind === "run") return receipt.head;
  if (receipt.merge !== null) return receipt.merge;
  const { work } = receipt;
  return work?.commit ? { commit: work.commit, tree: work.tree } : null;
}

function checkShape(receipt: SealedReceipt, { commit, tree }: Named, { commits }: RepositoryFacts): readonly Claim[] {
  const known = commits.get(commit);
  if (known === undefined) return [];
  if (tree !== undefined && known.tree !== tree) return [contradicted("commit", { what: "tree_differs", commit })];
  if (receipt.kind === "run" || receipt.merge === null) return [verified("commit", { what: "commit_fits", commit })];
  const { work, merge } = receipt;
  const [onto, brought] = known.parents;
  if (work === null || onto !== merge.onto || brought !== work.commit)
    return [contradicted("commit", { what: "parents_differ", commit })];
  const own = commits.get(brought);
  if (own !== undefined && work.tree !== undefined && own.tree !== work.tree)
    return [contradicted("commit", { what: "tree_differs", commit: brought })];
  return [verified("commit", { what: "commit_fits", commit }), proofOf(digestOf(work), known.proof, commit)];
}

function proofOf(expected: string, is: string | null, commit: string): Claim {
  if (is === null) return unverifiable("proof", { what: "no_proof", commit });
  if (is !== expected) return contradicted("proof", { what: "proof_differs", commit });
  return verified("proof", { what: "proof_fits", commit });
}

function checkChanges(receipt: SealedReceipt, compared: Compared | null): readonly Claim[] {
  if (receipt.kind === "run" || receipt.work === null || !compared?.changed) return [];
  const { changed } = receipt.work;
  const is = compared.changed;
  const fits = is.files === changed.files && is.insertions === changed.insertions && is.deletions === changed.deletions;
  return [
    fits
      ? verified("changes", { what: "changes_fit", files: is.files })
      : contradicted("changes", { what: "changes_differ", files: changed.files, is: is.files }),
  ];
}

/** That is no contradiction: what was proved is that commit. */
function changedSince(commit: string, files: number): Claim {
  return unverifiable("landed", { what: "changed_since", commit, files });
}
