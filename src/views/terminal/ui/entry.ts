/** A line that is being typed: a filter, where to go, or what an act needs to be told. Letters, and the keys that every line knows. */
import type { CutReason } from "../../../domain/work/cut.ts";
import type { Act } from "../../model/act.ts";
import type { Key } from "../tty/keys.ts";

export type Purpose =
  | { readonly for: "filter" }
  | { readonly for: "go" }
  /** Asked back once, with what it is about. */
  | { readonly for: "act"; readonly act: Act; readonly about: string; readonly reason?: CutReason };

export interface Entry {
  readonly purpose: Purpose;
  readonly text: string;
  /** Where the next letter goes, in letters from the left. */
  readonly at: number;
}

const LENGTH_MAX = 4_000;

export function entryFor(purpose: Purpose, text = ""): Entry {
  return { purpose, text, at: lettersIn(text).length };
}

/** Null: the key is none of typing. */
export function typed(entry: Entry, key: Key): Entry | null {
  const letters = lettersIn(entry.text);
  const { at } = entry;
  const set = (kept: readonly string[], place: number): Entry => ({ ...entry, text: kept.join(""), at: place });
  switch (key.name) {
    case "left":
    case "ctrl-b":
      return { ...entry, at: Math.max(0, at - 1) };
    case "right":
    case "ctrl-f":
      return { ...entry, at: Math.min(letters.length, at + 1) };
    case "home":
    case "ctrl-a":
      return { ...entry, at: 0 };
    case "end":
    case "ctrl-e":
      return { ...entry, at: letters.length };
    case "backspace":
    case "ctrl-h":
      return at === 0 ? entry : set(letters.toSpliced(at - 1, 1), at - 1);
    case "delete":
    case "ctrl-d":
      return set(letters.toSpliced(at, 1), at);
    case "ctrl-u":
      return set(letters.slice(at), 0);
    case "ctrl-k":
      return set(letters.slice(0, at), at);
    case "ctrl-w": {
      const before = lettersIn(
        letters
          .slice(0, at)
          .join("")
          .replace(/\S*\s*$/, ""),
      );
      return set([...before, ...letters.slice(at)], before.length);
    }
    default: {
      const more = lettersIn(key.text);
      if (more.length === 0 || letters.length + more.length > LENGTH_MAX) return more.length === 0 ? null : entry;
      return set([...letters.slice(0, at), ...more, ...letters.slice(at)], at + more.length);
    }
  }
}

function lettersIn(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
}

/** Before and after the cursor. */
export function halves({ text, at }: Entry): readonly [string, string] {
  const letters = lettersIn(text);
  return [letters.slice(0, at).join(""), letters.slice(at).join("")];
}
