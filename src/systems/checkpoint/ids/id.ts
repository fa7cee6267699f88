/**
 * The one form of an id that documents write in many: `FR-001`, `FR1` and `**FR 1**` are the same thing. Pure; what an id stands
 * for is decided by whoever reads the document it stands in.
 */

export interface Id {
  /** Capital letters with dashes between: `FR`, `NFR-P`, `REQ-STD`; empty for plain numbers like `1.1`. */
  readonly family: string;
  readonly numbers: readonly number[];
  /** `a` of `FR12a`. */
  readonly suffix: string;
}

/** What two ways to write an id have in common. */
export function keyOf({ family, numbers, suffix }: Id): string {
  return `${family}${family === "" ? "" : "-"}${numbers.join(".")}${suffix}`;
}

/** The letters before the first dash: `NFR` of `NFR-P1`. */
export function baseOf({ family }: Pick<Id, "family">): string {
  return family.split("-")[0] ?? "";
}

export function compareIds(a: Id, b: Id): number {
  if (a.family !== b.family) return a.family < b.family ? -1 : 1;
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at += 1) {
    const difference = (a.numbers[at] ?? -1) - (b.numbers[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return a.suffix < b.suffix ? -1 : a.suffix > b.suffix ? 1 : 0;
}

/** Letters, then numbers: `FR-001`, `FR1`, `NFR-P1`, `NFR-perf-001`, `REQ-1.2`, `AC2`, `US 3` where a space is allowed. */
export const PREFIXED = String.raw`(?<![\p{L}\p{N}-]|[\p{L}\p{N}]_)((?:[A-Z]{1,8})(?:-[A-Za-z]{1,12})*)-?(\d{1,5}(?:\.\d{1,4}){0,3})([a-z])?(?![\p{L}\p{N}])`;

export const PLAIN = String.raw`(?<![\p{L}\p{N}.])(\d{1,3}(?:\.\d{1,3}){0,3})(?![\p{L}\p{N}]|\.\d)`;

export function prefixedId(letters: string, numbers: string, suffix: string | undefined): Id {
  return { family: letters.toUpperCase(), numbers: numbersOf(numbers), suffix: suffix ?? "" };
}

export function plainId(numbers: string): Id {
  return { family: "", numbers: numbersOf(numbers), suffix: "" };
}

function numbersOf(text: string): readonly number[] {
  return text.split(".").map(Number);
}
