/** The words of receipts and of what is found about them. Nothing from a receipt gets here without `plainText`. */
import type { Claim, Found } from "../../app/receipts/check/claim.ts";
import type { VerifyReport } from "../../app/receipts/verify-receipts.ts";
import { countOf, plainText } from "../words.ts";
import { shortCommit } from "./review-words.ts";

export const RECEIPTS_FETCH = "`git fetch origin refs/notes/reeve:refs/notes/reeve`";

export function claimText({ found }: Claim): string {
  const words = WORDS[found.what] as (found: Found) => string;
  return words(found);
}

type Words = { readonly [W in Found["what"]]: (found: Extract<Found, { readonly what: W }> & Found) => string };

const WORDS = {
  whole: () => "the receipt is whole: its hash fits every byte of it",
  unreadable: () => "this is no receipt that Reeve writes: fields are missing, or are not what they should be",
  not_canonical: () => "the receipt says the same, but is not written byte by byte as it was sealed",
  hash: () => "the receipt was changed: its hash is that of another text",
  unknown_version: () => "a later version of Reeve wrote this receipt; its hash fits, but this one cannot read it",
  first: () => "it is the first of its run",
  follows: ({ number }: { number: number }) => `it follows receipt ${number - 1} and names its hash`,
  broken: ({ number }: { number: number }) =>
    number === 1
      ? "it names one before it, but is the first"
      : `it does not follow receipt ${number - 1}: the hash it names is another`,
  twice: ({ number }: { number: number }) => `there is another receipt ${number} of this run`,
  gap: ({ from, to }: { from: number; to: number }) =>
    from === to ? `receipt ${from} is missing` : `receipts ${from} to ${to} are missing`,
  closed: ({ receipts }: { receipts: number }) =>
    `the chain of ${countOf(receipts, "receipt")} is whole and closed by the run's end`,
  open_end: ({ last }: { last: number }) =>
    `the chain is not closed: after receipt ${last} the run had not ended yet, or later receipts are missing`,
  superseded: ({ by }: { by: number }) => `the task was reopened after it: receipt ${by} counts in its place`,
  supersedes: ({ number }: { number: number }) =>
    `the task was done before and reopened: it takes the place of receipt ${number}`,
  supersedes_other: ({ number }: { number: number }) =>
    `it says that it takes the place of receipt ${number}, which is none of this task's before it`,
  closing_differs: ({ tasks }: { tasks: readonly string[] }) =>
    `the closing receipt says otherwise than those of ${tasks.map(plainText).join(", ")}`,
  not_noted: () => "the journal here gives this receipt, but no note has it; `reeve run` or `reeve land` writes it",
  note_elsewhere: ({ on, about }: { on: string; about: string | null }) =>
    `it was found beside ${shortCommit(on)}, but speaks of ${about === null ? "no commit" : shortCommit(about)}`,
  no_repository: () => "there is no repository here in which its commits could be looked up",
  nothing_merged: () => "it brought no commit into the history",
  no_commit: () => "the run worked in a folder without git, so nothing ties the receipt to its files",
  commit_missing: ({ commit }: { commit: string }) =>
    `the commit ${shortCommit(commit)} is not in this repository: it was amended, rebased or squashed away, or not fetched`,
  commit_fits: ({ commit }: { commit: string }) =>
    `the commit ${shortCommit(commit)} is here, with the tree and the parents that were recorded`,
  tree_differs: ({ commit }: { commit: string }) =>
    `the tree of ${shortCommit(commit)} is not the one that was recorded`,
  parents_differ: ({ commit }: { commit: string }) =>
    `${shortCommit(commit)} does not merge what was recorded: its parents are others`,
  same_tree: ({ other, commit }: { other: string; commit: string }) =>
    `the tree is the same, the commit is another: HEAD has it as ${shortCommit(other)}, not as ${shortCommit(commit)}`,
  proof_fits: ({ commit }: { commit: string }) =>
    `the message of ${shortCommit(commit)} names the digest of just this proof (Reeve-Proof)`,
  proof_differs: ({ commit }: { commit: string }) =>
    `the message of ${shortCommit(commit)} names the digest of another proof (Reeve-Proof)`,
  no_proof: ({ commit }: { commit: string }) =>
    `the message of ${shortCommit(commit)} names no proof; an earlier version of Reeve made it`,
  landing_names: ({ commit }: { commit: string }) =>
    `the landing ${shortCommit(commit)} names this very receipt (Reeve-Receipt), and with it the whole chain`,
  landing_names_other: ({ commit }: { commit: string }) =>
    `the landing ${shortCommit(commit)} names another receipt (Reeve-Receipt) than this one`,
  changes_fit: ({ files }: { files: number }) => `it changes what was recorded: ${countOf(files, "file")}`,
  changes_differ: ({ files, is }: { files: number; is: number }) =>
    `it changes ${countOf(is, "file")}, and not as was recorded (${countOf(files, "file")})`,
  landed: ({ commit }: { commit: string }) => `${shortCommit(commit)} is in the history of HEAD`,
  not_landed: ({ commit }: { commit: string }) =>
    `${shortCommit(commit)} is not in the history of HEAD, and neither is its tree`,
  changed_since: ({ files, commit }: { files: number; commit: string }) =>
    `${countOf(files, "file")} of it changed again after ${shortCommit(commit)}: what was proved is that commit, not HEAD`,
  command_recorded: (found: { command: string; exit: number | null; verdict: string; commit: string | null }) =>
    `recorded: \`${plainText(found.command)}\` ${found.verdict}, ${found.exit === null ? "without an exit code" : `exit code ${found.exit}`}, on ${found.commit === null ? "the project's folder" : shortCommit(found.commit)}; run it there to see`,
  looks_recorded: ({ looks }: { looks: number }) => `recorded: ${countOf(looks, "built-in check")} of Reeve's own`,
  no_command: ({ looks }: { looks: number }) =>
    `no gate ran: no command was run for it, only ${countOf(looks, "built-in check")} of Reeve's own`,
  not_looked_at: () => "no gate ran: that it is done is what the agent said, nothing else",
  decided_recorded: ({ by }: { by: readonly string[] }) =>
    `recorded as decided by ${by.map(plainText).join("; ") || "nobody"}`,
  journal_fits: ({ from, to }: { from: number; to: number }) =>
    `the journal here gives the same receipt${recordsText(from, to)}`,
  journal_differs: ({ from, to }: { from: number; to: number }) =>
    `the journal here gives another receipt${recordsText(from, to)}: one of the two was changed`,
  journal_knows_none: () => "the journal here gives no such receipt",
  no_journal: () => "the run's journal is not here",
} as const satisfies Words;

function recordsText(from: number, to: number): string {
  return to < from ? "" : ` (records ${from} to ${to})`;
}

export function verdictText({ verdict }: VerifyReport): string {
  if (verdict === "contradicted") return "Something is not as the receipts say: see what is contradicted.";
  if (verdict === "incomplete")
    return "Nothing contradicts the receipts, but something is missing that could tell more.";
  return "Nothing contradicts the receipts. What is unverifiable rests on the person who ran Reeve.";
}

const MERGES_SHOWN = 10;

export function unreceiptedText({ unreceipted, isWithoutNotes, notesTrouble }: VerifyReport): string[] {
  return [...(notesTrouble === null ? [] : [plainText(notesTrouble)]), ...missingText(unreceipted, isWithoutNotes)];
}

function missingText(unreceipted: VerifyReport["unreceipted"], isWithoutNotes: boolean): string[] {
  if (unreceipted.length === 0) return [];
  const shown = unreceipted.slice(0, MERGES_SHOWN);
  const more = unreceipted.length - shown.length;
  return [
    `${countOf(unreceipted.length, "merge")} of Reeve's in HEAD, and no receipt of them here${isWithoutNotes ? ` (fetch them: ${RECEIPTS_FETCH})` : ""}:`,
    ...shown.map(({ commit, run, task }) => `  ${shortCommit(commit)}  ${plainText(task)} of ${plainText(run)}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    "",
  ];
}

export function noReceiptsText(where: string | null, isFile: boolean, isWithoutNotes: boolean): string {
  if (isFile) return `There is no receipt in ${plainText(where ?? "")}: no line of it is one.`;
  const of = where === null ? "here" : `of ${plainText(where)} here`;
  const fetch = isWithoutNotes ? ` If this is a clone, fetch them: ${RECEIPTS_FETCH}.` : "";
  return `There is no receipt ${of}. A task gets one when it is done.${fetch}`;
}
