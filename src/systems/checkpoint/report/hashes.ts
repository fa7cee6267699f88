/** Proof that looking changed nothing: the hash of every artifact before and after. */
import { createHash } from "node:crypto";
import type { Layout } from "../layouts/layout.ts";
import type { SessionFiles } from "../layouts/session-files.ts";

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

export function digestOf(hashes: Hashes): string {
  return sha([...hashes].map(([file, hash]) => `${hash}  ${file}\n`).join("")).slice(0, 16);
}

function sha(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
