/**
 * What is found when a receipt is looked at, claim by claim, as data: what is so, what is not, and what nobody can tell from
 * here. The words are the screen's; nothing is looked at here.
 */
import type { ReceiptRun } from "../../../domain/proof/receipt.ts";

/**
 * verified: looked at, and it is so. unverifiable: nothing here tells; `lacking` where it could be told with what is
 * missing. contradicted: looked at, and it is not so.
 */
export type ClaimStatus = "verified" | "unverifiable" | "contradicted";

export interface Claim {
  readonly about: About;
  readonly status: ClaimStatus;
  readonly found: Found;
  readonly lacking?: true;
}

export type About =
  | "receipt"
  | "chain"
  | "note"
  | "commit"
  | "proof"
  | "changes"
  | "landed"
  | "gates"
  | "decided"
  | "journal";

export type Found =
  | { readonly what: "whole" | "unreadable" | "not_canonical" | "hash" | "unknown_version" }
  /** Of the chain. */
  | { readonly what: "follows" | "first" | "broken" | "twice"; readonly number: number }
  | { readonly what: "gap"; readonly from: number; readonly to: number }
  | { readonly what: "closed"; readonly receipts: number }
  | { readonly what: "open_end"; readonly last: number }
  /** The task was reopened: a later receipt of it counts. `other`: it says it takes the place of what is no earlier one of its task. */
  | { readonly what: "superseded"; readonly by: number }
  | { readonly what: "supersedes" | "supersedes_other"; readonly number: number }
  | { readonly what: "closing_differs"; readonly tasks: readonly string[] }
  /** Of its note. */
  | { readonly what: "not_noted" }
  | { readonly what: "note_elsewhere"; readonly on: string; readonly about: string | null }
  /** Of the commits it names. */
  | { readonly what: "no_repository" | "nothing_merged" | "no_commit" }
  | { readonly what: "commit_missing"; readonly commit: string }
  | { readonly what: "commit_fits"; readonly commit: string }
  | { readonly what: "tree_differs" | "parents_differ"; readonly commit: string }
  | { readonly what: "same_tree"; readonly commit: string; readonly other: string }
  | { readonly what: "proof_fits" | "proof_differs" | "no_proof"; readonly commit: string }
  | { readonly what: "landing_names" | "landing_names_other"; readonly commit: string }
  | { readonly what: "changes_fit"; readonly files: number }
  | { readonly what: "changes_differ"; readonly files: number; readonly is: number }
  | { readonly what: "landed" | "not_landed"; readonly commit: string }
  | { readonly what: "changed_since"; readonly commit: string; readonly files: number }
  /** What only the machine it ran on knows. */
  | {
      readonly what: "command_recorded";
      readonly command: string;
      readonly exit: number | null;
      readonly verdict: string;
      /** Null: in the project's folder. */
      readonly commit: string | null;
    }
  | { readonly what: "looks_recorded"; readonly looks: number }
  | { readonly what: "no_command"; readonly looks: number }
  | { readonly what: "not_looked_at" }
  | { readonly what: "decided_recorded"; readonly by: readonly string[] }
  | { readonly what: "journal_fits"; readonly from: number; readonly to: number }
  | { readonly what: "journal_differs" | "journal_knows_none"; readonly from: number; readonly to: number }
  | { readonly what: "no_journal" };

export interface ReceiptReport {
  /** Null: nobody can tell. */
  readonly number: number | null;
  readonly kind: "task" | "run" | null;
  readonly task: string | null;
  readonly hash: string | null;
  readonly commit: string | null;
  readonly claims: readonly Claim[];
}

export interface ChainReport {
  readonly run: ReceiptRun | null;
  readonly receipts: readonly ReceiptReport[];
  /** About all of them together. */
  readonly claims: readonly Claim[];
}

export function verified(about: About, found: Found): Claim {
  return { about, status: "verified", found };
}

export function unverifiable(about: About, found: Found): Claim {
  return { about, status: "unverifiable", found };
}

/** It could be told, had we what is missing. */
export function lacking(about: About, found: Found): Claim {
  return { about, status: "unverifiable", found, lacking: true };
}

export function contradicted(about: About, found: Found): Claim {
  return { about, status: "contradicted", found };
}
