/**
 * Where a line says that something is wrong with a thing that has a name, and what: it is absent, there twice, refused,
 * expired, invalid, taken. Which name is meant is not decided here.
 */
import { HAPPENED } from "./concepts.ts";

/** What can be wrong with a thing that has a name. */
const OF_THINGS = ["absent", "twice", "denied", "expired", "refused", "invalid", "mismatch", "taken"] as const;
export type Complaint = (typeof OF_THINGS)[number];

export interface Complained {
  readonly from: number;
  readonly to: number;
  readonly says: Complaint;
}

/** Where a line says that something is wrong with a thing, and what, in the order of the line. */
export function complaintsIn(line: string): readonly Complained[] {
  const text = line.slice(0, CHARS_MAX).toLowerCase();
  return [...text.matchAll(COMPLAINT)].map(({ index, 0: found, groups = {} }) => ({
    from: index,
    to: index + found.length,
    says: OF_THINGS.find((name) => groups[name] !== undefined) ?? "invalid",
  }));
}

const COMPLAINT = new RegExp(OF_THINGS.map((name) => `(?<${name}>${HAPPENED[name]?.source ?? ""})`).join("|"), "gu");

const CHARS_MAX = 400;
