/**
 * Whether a text of a person's own can be filled in as Reeve's own is: every gap it names must be one that Reeve's own
 * text for the same role names. It may leave some out; one without any would tell an advisor nothing of what it is about.
 */

import { createSuggest } from "../../basics/suggest.ts";
import { type Mistake, quote } from "../../config/mistakes/mistake.ts";
import { gapsIn } from "../../engine/advisor/fill-template.ts";

/** `builtIn`: Reeve's own text, which names every gap that there is. */
export function templateMistakes(text: string, file: string, builtIn: string): readonly Mistake[] {
  const known = gapsIn(builtIn).map(({ name }) => name);
  const all = known.map((name) => `{{${name}}}`).join(", ");
  const named = gapsIn(text);
  if (named.length === 0) {
    const what = "the template names no gap, so the advisor would not know what it is asked about";
    return [{ file, line: 1, col: 1, what, hint: `it may name ${all}`, severity: "error" }];
  }
  const suggest = createSuggest();
  return named
    .filter(({ name }) => !known.includes(name))
    .map(({ name, at }) => {
      const meant = suggest(name, known);
      const hint = meant === undefined ? `it may name ${all}` : `did you mean {{${meant}}}?`;
      const what = `the template names the unknown gap ${quote(`{{${name}}}`)}`;
      return { file, ...placeOf(text, at), what, hint, severity: "error" } as const;
    });
}

function placeOf(text: string, at: number): { readonly line: number; readonly col: number } {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, col: (before.at(-1)?.length ?? 0) + 1 };
}
