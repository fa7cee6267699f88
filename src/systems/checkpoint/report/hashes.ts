/** Proof that looking changed nothing: the hash of every artifact before and after. */
import { createHash } from "node:crypto";
import type { Layout } from "../layouts/layout.ts";
import type { SessionFiles } from "../layouts/session-files.ts";
import type { CheckpointResult } from "./result.ts";

export type Hashes = ReadonlyMap<string, string>;

/** Of all documents and wisdom; the log is written by others meanwhile. */
export function hashesOf(files: SessionFiles, { files: documents, wisdom }: Layout): Hashes {
  const all = [...new Set([...Object.values(documents).flat(), ...wisdom])];
  return new Map(all.map((file) => [file, sha(files.read(file) ?? "")]));
}

/** Files that went or are otherwise. */
export function changedBetween(before: Hashes, after: Hashes): readonly string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((file) => before.get(file) !== after.get(file)).toSorted();
}

/** What somebody changed after a checkpoint before this one had looked at it: its verdict is about another text. */
export function changedSince(
  earlier: readonly Pick<CheckpointResult, "checkpoint" | "verdict" | "hashes">[],
  checkpoint: string,
  now: Hashes,
): readonly string[] {
  const before = earlier.filter((each) => each.checkpoint < checkpoint && each.verdict !== "block");
  return before.flatMap(({ checkpoint: by, hashes = {} }) =>
    Object.keys(hashes)
      .filter((file) => now.has(file) && now.get(file) !== hashes[file])
      .map((file) => `${file} was changed after ${by} had looked at it; \`reeve checkpoint run ${by}\` looks again.`),
  );
}

export function digestOf(hashes: Hashes): string {
  return sha([...hashes].map(([file, hash]) => `${hash}  ${file}\n`).join("")).slice(0, 16);
}

function sha(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
