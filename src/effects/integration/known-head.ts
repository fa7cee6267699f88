/**
 * What this Reeve knows of a run's integration without starting a git: where it saw or put the refs last, confirmed each
 * time by the two files git keeps them in. Such a file, where there is one, is what git itself goes by, and it is replaced
 * as a whole (gitrepository-layout). Refs that are packed, in a reftable, moved or gone are not known here: git is asked.
 * It never writes.
 */

import { join } from "node:path";
import { readText } from "../files/foreign-file.ts";
import type { Head } from "./integration-refs.ts";

export interface KnownHead {
  /** Null: git has to be asked. */
  readonly confirm: () => Promise<Head | null>;
  /** Git says that this is integrated. */
  readonly saw: (head: Head) => void;
  /** Reeve has just moved both refs, from a commit that this merge has as its parent, with the other one. */
  readonly moved: (from: Head, to: Head, merged: string) => void;
  /** Certain that the head it was last seen at has this commit in its history; false: git has to be asked. */
  readonly holds: (commit: string) => boolean;
}

export function openKnownHead(commonDir: string, refs: readonly string[]): KnownHead {
  let last: Head | null = null;
  /** What the last head is, and what it came from by Reeve's own moves. */
  let contained = new Set<string>();
  const saw = (head: Head): void => {
    if (head.commit !== last?.commit) contained = new Set([head.commit]);
    last = head;
  };
  const confirm = async (): Promise<Head | null> => {
    const known = last;
    if (known === null) return null;
    const texts = await Promise.all(refs.map((ref) => readText(join(commonDir, ref))));
    return texts.every((text) => text === `${known.commit}\n`) ? known : null;
  };
  const moved = (from: Head, to: Head, merged: string): void => {
    saw(from);
    contained.add(merged).add(to.commit);
    last = to;
  };
  return { confirm, saw, moved, holds: (commit) => contained.has(commit) };
}
