/**
 * What was integrated, as the journal tells it: the refs that say so lie where agents can write, and are held against it.
 * A merge is journaled after the refs have moved; so the move is noted first, in Reeve's own folder, and whoever takes over
 * after a kill in between knows it as its own. Nothing here looks at a ref or moves one.
 */

import { readTextSync } from "../files/foreign-file.ts";
import { writeWhole } from "../files/write-whole.ts";

/** What is known when a run is opened. */
export interface Journaled {
  /** Null: an earlier version has not kept it; then the refs are believed once. */
  readonly head: string | null;
  /** Where a move is noted before it is made. */
  readonly note: string;
}

export interface ExpectedHead {
  /** Where the refs have to be, given where they are; null: that is not known. */
  readonly given: (kept: string | null) => string | null;
  /** Before they are moved. */
  readonly moving: (from: string, to: string) => Promise<void>;
  readonly moved: (to: string) => void;
}

export function openExpectedHead(journaled: Journaled | null): ExpectedHead {
  let expected: string | null = null;
  const first = (kept: string | null): string | null => {
    if (journaled === null) return null;
    if (journaled.head === null) return kept;
    const isOwn = kept !== null && kept !== journaled.head && noteIn(journaled.note) === `${journaled.head} ${kept}`;
    return isOwn ? kept : journaled.head;
  };
  return {
    given: (kept) => {
      expected ??= first(kept);
      return expected;
    },
    moving: async (from, to) => {
      if (journaled) await writeWhole(journaled.note, `${from} ${to}`);
    },
    moved: (to) => {
      if (journaled) expected = to;
    },
  };
}

function noteIn(file: string): string {
  return readTextSync(file)?.trim() ?? "";
}
