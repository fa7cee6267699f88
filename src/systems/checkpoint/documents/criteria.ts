/**
 * Numbered requirements with numbered criteria below them, as Kiro writes them: criterion 3 of requirement 2 is `2.3`. A
 * requirement without criteria stands for itself. Pure.
 */
import { type Document, type Line, plainOf } from "./document.ts";

export interface Criterion {
  readonly line: Line;
  readonly numbers: string;
  readonly text: string;
}

/** `Requirement 1: Title`, `1. Title`, `要件 1`; a word or none before the number. */
const REQUIREMENT =
  /^(?:(?:requirements?|req|requisito|exigence|anforderung|требование|要件|要求|需求|요구사항|功能)\s*#?)\s*(\d{1,3}(?:\.\d{1,3})?)(?![\d.]*\d)\s*(?:[:.)–—-]|$|\s)\s*(.*)$/iu;
const BARE = /^(\d{1,3})[.)]\s+(\S.*)$/u;
const CRITERIA =
  /criteri|akzeptanz|acceptance|критери|受け?入れ?基準|验收|驗收|수용|인수|aceptaci|aceita|acceptation|accettazione/iu;
const ITEM =
  /^(\s*)(?:[-*+]\s+)?(?:\[[ xX]\]\s*)?[*_`]*(?:AC[ -]?)?(\d{1,3}(?:\.\d{1,3}){0,2})(?:[.):]|[*_`]*[.):]?[*_`]*(?=\s))[*_`]*\s+(\S.*)$/u;

interface Requirement {
  readonly line: Line;
  readonly number: string;
  readonly text: string;
  readonly level: number;
  /** Only a number: a chapter as well, unless criteria follow. */
  readonly isBare: boolean;
}

export function criteriaOf({ lines }: Document): readonly Criterion[] {
  const hasWord = lines.some((line) => line.level > 0 && REQUIREMENT.test(line.headings.at(-1) ?? ""));
  const found: Criterion[] = [];
  let open: { readonly of: Requirement; readonly items: Item[]; isIn: boolean } | null = null;
  const close = (): void => {
    if (open) found.push(...itemsOf(open.of, open.items));
    open = null;
  };
  for (const line of lines) {
    if (line.in !== "text") continue;
    const begun = requirementAt(line, hasWord);
    if (begun) {
      close();
      open = { of: begun, items: [], isIn: false };
    } else if (open === null) continue;
    else if (line.level > 0 && line.level <= open.of.level) close();
    else if (line.level > 0 || /^\s*\*\*[^*]+\*\*:?\s*$/.test(line.text)) open.isIn = CRITERIA.test(line.text);
    else {
      const item = itemAt(line, open.isIn);
      if (item) open.items.push(item);
    }
  }
  close();
  return found;
}

interface Item {
  readonly line: Line;
  readonly number: string;
  readonly text: string;
  readonly indent: number;
  readonly isIn: boolean;
}

function requirementAt(line: Line, hasWord: boolean): Requirement | null {
  if (line.level < 2) return null;
  const title = line.headings.at(-1) ?? "";
  const bare =
    !hasWord && line.headings.slice(0, -1).some((each) => /requirement|要件|需求/iu.test(each))
      ? BARE.exec(title)
      : null;
  const [, number = "", text = ""] = REQUIREMENT.exec(title) ?? bare ?? [];
  return number === "" ? null : { line, number, text, level: line.level, isBare: bare !== null };
}

function itemAt(line: Line, isIn: boolean): Item | null {
  const [, indent = "", number = "", text = ""] = ITEM.exec(line.text) ?? [];
  return number === ""
    ? null
    : { line, number, text: plainOf(text), indent: indent.replace(/\t/g, "    ").length, isIn };
}

function itemsOf(of: Requirement, all: readonly Item[]): readonly Criterion[] {
  const isIn = all.some((item) => item.isIn);
  if (of.isBare && !isIn) return [];
  const own = all.filter((item) => !isIn || item.isIn);
  // What stands further in explains the item above it.
  const indent = Math.min(...own.map((item) => item.indent));
  const among = own.filter((item) => item.indent <= indent + 1);
  if (among.length === 0) return [{ line: of.line, numbers: of.number, text: of.text }];
  let last = 0;
  return among.map(({ line, number, text }) => {
    if (number.includes(".")) return { line, numbers: number, text };
    // Editors number lists anew and `1.` may stand for every item.
    last = Number(number) > last ? Number(number) : last + 1;
    return { line, numbers: `${of.number}.${last}`, text };
  });
}
