/**
 * A template and what goes into its gaps → what an agent in a role is told. Each gap has a bound, and where something was
 * cut the text says how much. What others wrote (agents, the repository, logs) stands between two lines that cannot occur
 * in it and say that it is material, so it cannot pose as a part of the template. Pure.
 */
import { maskText } from "../../domain/secrets/mask-secrets.ts";
import { displaySafe } from "../../domain/words/display-safe.ts";
import { fenced, freeMark, oneLineEnd } from "../../domain/words/prompt-text.ts";
import { cutMiddle } from "./cut-middle.ts";

export interface Gap {
  readonly text: string;
  readonly lengthMax: number;
  /** Written by Reeve itself, from things it has checked; anything else is fenced. */
  readonly isOwn?: boolean;
}

export type Filled =
  | {
      readonly ok: true;
      readonly text: string;
      /** Gaps whose text was cut, with the number of characters left out. */
      readonly cut: readonly { readonly gap: string; readonly leftOut: number }[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/** A template may leave gaps out; one it names and nobody knows is a mistake. */
export function fillTemplate(template: string, gaps: Readonly<Record<string, Gap>>): Filled {
  const named = new Set(gapsIn(template).map(({ name }) => name));
  const unknown = [...named].filter((name) => !Object.hasOwn(gaps, name));
  if (unknown.length > 0) return { ok: false, problems: unknown.map((name) => unknownGap(name, gaps)) };
  const used = Object.entries(gaps).filter(([name]) => named.has(name));
  const filled = new Map(used.map(([name, gap]) => [name, cutMiddle(clean(gap.text), gap.lengthMax)]));
  const mark = freeMark([template, ...[...filled.values()].map(({ text }) => text)]);
  // In one pass, so that what is filled in is never itself taken for a gap.
  const text = template.replaceAll(GAP, (_, name: string) => {
    const { text = "" } = filled.get(name) ?? {};
    return gaps[name]?.isOwn ? text : fenced(name, text, mark);
  });
  const cut = [...filled].flatMap(([gap, { leftOut }]) => (leftOut > 0 ? [{ gap, leftOut }] : []));
  return { ok: true, text, cut };
}

/** The gaps a template names, each where it first stands. */
export function gapsIn(template: string): readonly { readonly name: string; readonly at: number }[] {
  const found = new Map<string, number>();
  for (const { 1: name = "", index } of template.matchAll(GAP)) if (!found.has(name)) found.set(name, index);
  return [...found].map(([name, at]) => ({ name, at }));
}

/** The same for a single text, outside any template. */
export function fence(name: string, text: string, lengthMax: number): string {
  const { text: short } = cutMiddle(clean(text), lengthMax);
  return fenced(name, short, freeMark([short]));
}

const GAP = /\{\{\s*([\w-]+)\s*\}\}/g;

function unknownGap(name: string, gaps: Readonly<Record<string, Gap>>): string {
  const known = Object.keys(gaps).map((each) => `{{${each}}}`);
  return `the template names {{${name}}}, which is not known; it may name ${known.join(", ")}`;
}

/** Without line ends of other systems and without what a terminal or a reader would be steered by. */
function clean(text: string): string {
  return maskText(displaySafe(oneLineEnd(text))).trimEnd();
}
