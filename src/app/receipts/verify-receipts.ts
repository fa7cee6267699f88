/**
 * Checks receipts, offline: each by itself, the chain they make, the commits they name in the repository here, and the
 * journal where the run is one of this project. From a clone there are only notes and commits; what cannot be told from
 * there is said. It runs no command that a receipt names and writes nothing.
 */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { SealedReceipt } from "../../domain/proof/receipt.ts";
import { type Git, openGit } from "../../effects/git/git.ts";
import { NOTES_REF, type NotesRead, readNotes } from "../../effects/receipts/notes.ts";
import { listRuns, type Project } from "../project/project.ts";
import { granted, orJournalTrouble, type Reply, refused } from "../reply.ts";
import type { ChainReport } from "./check/claim.ts";
import { reportOn } from "./check/report-on.ts";
import { type Unreceipted, unreceipted } from "./check/unreceipted.ts";
import { isSameRun } from "./publish-receipts.ts";
import { type ReceiptRead, receiptsIn } from "./read-receipts.ts";
import { receiptLine, receiptsOf } from "./receipts-of.ts";

export interface VerifyWish {
  /** A run's name or a file; undefined: the newest run here, or in a clone all that notes tell of. */
  readonly what: string | undefined;
  readonly cwd: string;
}

export interface VerifyReport {
  /** contradicted: something is not as a receipt says. incomplete: something is missing that could tell more. */
  readonly verdict: "verified" | "incomplete" | "contradicted";
  readonly chains: readonly ChainReport[];
  /** The ref with receipts is not in this repository. */
  readonly isWithoutNotes: boolean;
  /** Why notes that are here could not be read; null: they could. */
  readonly notesTrouble: string | null;
  /** Merges of Reeve's in HEAD that no receipt here speaks of; looked for where all are verified. */
  readonly unreceipted: readonly Unreceipted[];
}

export function verifyReceipts(project: Project, wish: VerifyWish): Promise<Reply<VerifyReport>> {
  return orJournalTrouble(async () => {
    const git = openGit(project.root);
    const file = wish.what === undefined ? null : readReceiptFile(resolve(wish.cwd, wish.what));
    if (file !== null && typeof file === "object" && "problem" in file)
      return refused({ what: "unusable", sentence: file.problem });
    return file === null ? verifyRuns(project, git, wish) : verifyFile(project, git, wish, file);
  });
}

async function verifyFile(project: Project, git: Git, wish: VerifyWish, text: string): Promise<Reply<VerifyReport>> {
  const reads = receiptsIn(text, null);
  if (reads.length === 0) return refused({ what: "no_receipts", where: wish.what ?? "", isFile: true });
  const known = await knownHere(project, reads);
  return granted(await reportOf(git, { reads, known, isWithoutNotes: false, notesTrouble: null }));
}

async function verifyRuns(project: Project, git: Git, { what }: VerifyWish): Promise<Reply<VerifyReport>> {
  // Without a repository there are no notes, and nothing is wrong with them.
  const isRepository = (await git.run(["rev-parse", "--git-dir"], { okCodes: [128] })).code === 0;
  const noted = isRepository ? await readNotes(git) : NO_NOTES;
  // Those that cannot be read are no absent ones: to fetch them again would not help.
  const [notes, isThere] = noted.ok ? [noted.notes, noted.isThere] : [new Map<string, string>(), true];
  const notesTrouble = noted.ok ? null : noted.message;
  const all = [...notes].flatMap(([commit, text]) => receiptsIn(text, commit));
  const runs = (await listRuns(project)).map(({ id }) => id);
  const run = what ?? runs.at(-1);
  const own = run !== undefined && runs.includes(run) ? await receiptsOf(project, run) : null;
  const [first] = own ?? [];
  const isMeant = ({ receipt }: ReceiptRead) =>
    run === undefined ||
    (receipt !== null && (what === undefined && first ? isSameRun(receipt.run, first.run) : receipt.run.id === run));
  const reads = all.filter(isMeant);
  const isWithoutNotes = !isThere && own === null;
  const unnoted = (own ?? []).filter(({ hash }) => !reads.some(({ receipt }) => receipt?.hash === hash));
  const given = [...reads, ...unnoted.map(fromJournal)];
  const missing = run === undefined ? await unreceipted(git, reads) : [];
  if (given.length === 0 && missing.length === 0)
    return notesTrouble === null
      ? refused({ what: "no_receipts", where: run ?? null, isFile: false, isWithoutNotes })
      : refused({ what: "unusable", sentence: unreadableNotes(notesTrouble) });
  const known = own === null ? await knownHere(project, given) : own.length === 0 ? [] : [own];
  return granted(await reportOf(git, { reads: given, known, isWithoutNotes, notesTrouble, missing }));
}

const NO_NOTES: NotesRead = { ok: true, isThere: false, notes: new Map() };

function fromJournal(receipt: SealedReceipt): ReceiptRead {
  return { line: receiptLine(receipt), receipt, wrong: null, on: null, isUnnoted: true };
}

interface Given {
  readonly reads: readonly ReceiptRead[];
  /** What journals here give, run by run. */
  readonly known: readonly (readonly SealedReceipt[])[];
  readonly isWithoutNotes: boolean;
  readonly notesTrouble: string | null;
  readonly missing?: readonly Unreceipted[];
}

function unreadableNotes(because: string): string {
  return `The notes with receipts (${NOTES_REF}) cannot be read: ${because}`;
}

async function reportOf(git: Git, given: Given): Promise<VerifyReport> {
  const { reads, known, isWithoutNotes, notesTrouble, missing = [] } = given;
  const chains = await reportOn(git, reads, known);
  const claims = chains.flatMap((chain) => [...chain.claims, ...chain.receipts.flatMap((each) => each.claims)]);
  const isLacking = notesTrouble !== null || missing.length > 0 || claims.some((claim) => claim.lacking);
  const verdict = claims.some(({ status }) => status === "contradicted")
    ? "contradicted"
    : isLacking
      ? "incomplete"
      : "verified";
  const trouble = notesTrouble === null ? null : unreadableNotes(notesTrouble);
  return { verdict, chains, isWithoutNotes, notesTrouble: trouble, unreceipted: missing };
}

/** Runs of this project that the receipts may be of. */
async function knownHere(
  project: Project,
  reads: readonly ReceiptRead[],
): Promise<readonly (readonly SealedReceipt[])[]> {
  const named = new Set(reads.flatMap(({ receipt }) => (receipt ? [receipt.run.id] : [])));
  const here = (await listRuns(project)).filter(({ id }) => named.has(id));
  return Promise.all(here.map(({ id }) => receiptsOf(project, id)));
}

/** A review of thousands of tasks fits. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/** Null: there is no such file. */
function readReceiptFile(path: string): string | null | { readonly problem: string } {
  const seen = statSync(path, { throwIfNoEntry: false });
  if (!seen?.isFile()) return null;
  if (seen.size > FILE_BYTES_MAX) return { problem: `${path} is larger than any file of receipts (64 MB).` };
  return readFileSync(path, "utf8");
}
