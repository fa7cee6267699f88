/**
 * The journal's format and how records of older formats are read. Records are never rewritten: a journal remembers from
 * which record on which format holds, and older records pass through these small functions each time they are read.
 * To change the format: raise `version`, add an upgrade from the old one, and a line in docs/journal-format.md.
 */

import { fromFormat1 } from "./from-format-1.ts";
import { fromFormat2 } from "./from-format-2.ts";

/** A record whose content may still be of an older format. */
export interface RawRecord {
  readonly seq: number;
  readonly at: number;
  readonly dice: number;
  readonly key: string | null;
  readonly input: unknown;
  readonly events: unknown;
}

export interface Upgrade {
  /** Takes records of this format to the next one. */
  readonly from: number;
  readonly record: (record: RawRecord) => RawRecord;
}

export interface Format {
  readonly version: number;
  readonly upgrades: readonly Upgrade[];
}

export const FORMAT: Format = { version: 3, upgrades: [fromFormat1, fromFormat2] };

/** From record `since` on, records are of format `version`. */
export interface FormatSpan {
  readonly version: number;
  readonly since: number;
}

export type Upgrader = (record: RawRecord) => RawRecord;

/** What brings any record of a journal with these spans to the format of today; null when all of them are of today. */
export function upgrader(spans: readonly FormatSpan[], format: Format): Upgrader | null {
  if (spans.every((span) => span.version === format.version)) return null;
  const newestFirst = spans.toSorted((a, b) => b.since - a.since || b.version - a.version);
  const steps = format.upgrades.toSorted((a, b) => a.from - b.from);
  return (record) => {
    const version = newestFirst.find((span) => span.since <= record.seq)?.version ?? format.version;
    return steps.filter((step) => step.from >= version).reduce((upgraded, step) => step.record(upgraded), record);
  };
}
