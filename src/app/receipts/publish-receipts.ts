/**
 * Puts a run's receipts where a clone can get them: as notes beside the commits they speak of, and as a file beside the
 * journal. They follow from the journal, so doing it again changes nothing, and whatever was put in their place is replaced.
 * Receipts of other runs stay.
 */
import { join } from "node:path";
import type { SealedReceipt } from "../../domain/proof/receipt.ts";
import { isOperating } from "../../effects/files/operating-error.ts";
import { writeWhole } from "../../effects/files/write-whole.ts";
import { type Git, openGit } from "../../effects/git/git.ts";
import { readNotes, writeNotes } from "../../effects/receipts/notes.ts";
import { JournalError } from "../../journal/journal-error.ts";
import { type Project, runPlace } from "../project/project.ts";
import { receiptsIn } from "./read-receipts.ts";
import { receiptLine, receiptsOf } from "./receipts-of.ts";

/** Null: they are there. Otherwise one sentence: why not, and what to do. */
export async function publishReceipts(project: Project, run: string): Promise<string | null> {
  try {
    const receipts = await receiptsOf(project, run);
    if (receipts.length === 0) return null;
    const text = receipts.map((receipt) => `${receiptLine(receipt)}\n`).join("");
    await writeWhole(join(runPlace(project, run).dir, RECEIPTS_FILE), text);
    const trouble = receipts[0]?.run.base === null ? null : await publish(openGit(project.root), run, receipts);
    return trouble === null ? null : `the receipts of ${run} could not be noted in git: ${trouble}`;
  } catch (error) {
    if (error instanceof JournalError) return null; // whoever reads the journal next is told
    if (!isOperating(error)) throw error;
    return `the receipts of ${run} could not be written (${error.code}); \`reeve run\` and \`reeve land\` try again.`;
  }
}

const RECEIPTS_FILE = "receipts.jsonl";

/** The commit it is noted beside; null: there is none. */
export function anchorOf(receipt: SealedReceipt): string | null {
  if (receipt.kind === "run") return receipt.head?.commit ?? receipt.run.base;
  return receipt.merge?.commit ?? receipt.work?.commit ?? receipt.run.base;
}

export function isSameRun(one: SealedReceipt["run"], other: SealedReceipt["run"]): boolean {
  return one.id === other.id && one.created_at === other.created_at && one.base === other.base;
}

const TRIES_MAX = 5;

async function publish(git: Git, run: string, receipts: readonly SealedReceipt[]): Promise<string | null> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const read = await readNotes(git);
    if (!read.ok) return read.message;
    const notes = await here(git, wanted(receipts, read.notes));
    const trouble = await writeNotes(git, { notes, message: `Receipts of ${run}`, at: receipts.at(-1)?.at ?? 0 });
    if (trouble !== "moved") return trouble;
  }
  return "others write notes there all the time. `reeve land` tries again.";
}

/** Only those that are to change, also where somebody else has put one of this run, or what is none; empty: no note. */
function wanted(receipts: readonly SealedReceipt[], known: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const own = Map.groupBy(receipts, anchorOf);
  const [first] = receipts;
  const anchors = [...own.keys()].flatMap((commit) => commit ?? []);
  const texts = [...new Set([...anchors, ...known.keys()])].flatMap((commit): [string, string][] => {
    const before = known.get(commit) ?? "";
    const others = receiptsIn(before, commit).filter(({ receipt, wrong }) =>
      receipt === null ? wrong === "unknown_version" : first && !isSameRun(receipt.run, first.run),
    );
    const lines = [...others.map(({ line }) => line), ...(own.get(commit) ?? []).map(receiptLine)];
    const text = lines.map((line) => `${line}\n`).join("");
    return text === before ? [] : [[commit, text]];
  });
  return new Map(texts);
}

/** A commit that git has dropped can have no note. */
async function here(git: Git, notes: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  if (notes.size === 0) return notes;
  const input = [...notes.keys()].map((commit) => `${commit}\n`).join("");
  const seen = await git.run(["cat-file", "--batch-check=%(objectname) %(objecttype)"], { input });
  const there = new Set(seen.ok ? seen.out.split("\n").flatMap((line) => /^(\S+) commit$/.exec(line)?.[1] ?? []) : []);
  return new Map([...notes].filter(([commit]) => there.has(commit)));
}
