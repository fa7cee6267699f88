/** The items of a section: bullets, numbered lines, rows of a table, headings right below it. Pure. */
import { type Document, type Line, plainOf } from "./document.ts";

export interface Item {
  readonly line: Line;
  readonly text: string;
  /** The bold line it stands under, where there is one. */
  readonly part: string;
}

const BULLET = /^ {0,3}(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s*)?(\S.*)$/u;
const ROW = /^\s*\|(.+)\|\s*$/;

/** A bold line alone names a part of a section, as a heading does. `isOther` ends what `title` began. */
export function itemsUnder({ lines }: Pick<Document, "lines">, title: RegExp, isOther?: RegExp): readonly Item[] {
  const items: Item[] = [];
  let part = "";
  let isInTable = false;
  for (const line of lines) {
    if (line.in !== "text") continue;
    if (line.level > 0) part = "";
    else part = /^\s*\*\*([^*]+?):?\*\*:?\s*$/u.exec(line.text)?.[1] ?? part;
    const name = [part, ...line.headings.toReversed()].find((each) => title.test(each) || isOther?.test(each)) ?? "";
    const isIn = line.level === 0 && title.test(name) && !isOther?.test(name);
    const text = isIn ? itemIn(line.text, isInTable) : null;
    isInTable = isIn && ROW.test(line.text);
    if (text !== null) items.push({ line, text, part });
  }
  return items;
}

/** The first row of a table is its header. */
function itemIn(text: string, isInTable: boolean): string | null {
  const row = ROW.exec(text)?.[1];
  if (row !== undefined) return isInTable && !/^[\s|:-]+$/.test(row) ? plainOf(row.replaceAll("|", " · ")) : null;
  const [, item] = BULLET.exec(text) ?? [];
  return item === undefined ? null : plainOf(item);
}
