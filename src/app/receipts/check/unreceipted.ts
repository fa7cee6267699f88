/** Merges of Reeve's in HEAD's history that no receipt speaks of: their trailers travel with every clone, notes do not. */
import type { Git } from "../../../effects/git/git.ts";
import type { ReceiptRead } from "../read-receipts.ts";

export interface Unreceipted {
  readonly commit: string;
  readonly run: string;
  readonly task: string;
}

const MERGES_MAX = 5_000;
const TRAILERS = ["Reeve-Run", "Reeve-Task", "Reeve-Proof"]
  .map((key) => `%x1f%(trailers:key=${key},valueonly,separator=%x2c)`)
  .join("");

export async function unreceipted(git: Git, reads: readonly ReceiptRead[]): Promise<readonly Unreceipted[]> {
  const args = [
    "log",
    "--merges",
    "-F",
    "--grep=Reeve-Proof:",
    `--max-count=${MERGES_MAX}`,
    `--format=%H${TRAILERS}%x1e`,
  ];
  const log = await git.run([...args, "HEAD"]);
  if (!log.ok) return [];
  const told = new Set(reads.flatMap(({ receipt }) => (receipt?.kind === "task" ? [receipt.merge?.commit] : [])));
  return log.out.split("\x1e").flatMap((record) => {
    const [commit = "", run = "", task = "", proof = ""] = record.split("\x1f").map((field) => field.trim());
    return commit === "" || proof === "" || told.has(commit) ? [] : [{ commit, run, task }];
  });
}
