/**
 * What a rule is that reads a cause from output. Rules are data: a pattern for one line, and how its parts become a
 * name. Every pattern is anchored on words and bounded, so that no text takes longer than linear time.
 */
import type { PatternKind, SeenFailure } from "../seen-failure.ts";

/** Groups of rules; a failure's class says which of them may explain it. */
export type Family =
  | "known"
  | "module"
  | "symbol"
  | "program"
  | "file"
  | "schema"
  | "machine"
  | "git"
  | "install"
  | "network"
  | "setting"
  | "conflict"
  | "lint"
  | "syntax"
  | "test"
  | "crash";

export interface CauseRule {
  readonly family: Family;
  readonly find: RegExp;
  readonly read: (parts: Parts, seen: SeenFailure) => Found | null;
}

/** What the pattern's groups caught; a group that caught nothing is empty. Place 0 is the whole match. */
export interface Parts {
  readonly at: (group: number) => string;
  /** The line the match begins in. */
  readonly line: string;
  readonly text: string;
}

export interface Found {
  /** The cause's own name, the same for everyone who means it. */
  readonly name: string;
  /** Shorter or vaguer names of the same family that may mean it too. */
  readonly looser?: readonly string[];
  readonly kind: PatternKind;
  readonly says: string;
  /** It lies outside any project: a host, a package, the machine. */
  readonly everywhere?: boolean;
}

/** Where a rule names one thing and says one sentence about it. */
export function ruleOf(
  family: Family,
  find: RegExp,
  read: (name: string, parts: Parts, seen: SeenFailure) => Found | null,
): CauseRule {
  return {
    family,
    find,
    read: (parts, seen) => {
      const name = [1, 2, 3].map(parts.at).find((each) => each !== "") ?? "";
      return name === "" ? null : read(name, parts, seen);
    },
  };
}
