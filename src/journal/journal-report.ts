/** What the full check of a journal found, as data. */
import type { FormatSpan } from "./upgrade/upgrade.ts";

export interface JournalReport {
  readonly path: string;
  readonly sound: boolean;
  /** Records 1 to this one are readable. */
  readonly readableTo: number;
  readonly formats: readonly FormatSpan[];
  /** Each a sentence for a person; empty when the journal is whole. */
  readonly problems: readonly string[];
}
