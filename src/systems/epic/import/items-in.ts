/**
 * Items that a Markdown text names, as people and other tools write them: ticked and unticked boxes, and stories under a
 * heading of their own with their acceptance criteria. Boxes below another one are its details. Reads only.
 */
import { linesOf } from "../../documents/outline.ts";
import { slugOf } from "../../kanban/manager/new-task.ts";

export interface FoundItem {
  /** As it is written; null: none is. */
  readonly id: string | null;
  readonly title: string;
  readonly isDone: boolean;
  readonly isCancelled: boolean;
  readonly accept: readonly string[];
}

export function itemsIn(text: string): readonly FoundItem[] {
  const plain = text.replace(/^(```|~~~)[\s\S]*?^\1[^\n]*$/gm, (fence) => fence.replace(/[^\n]/g, ""));
  const stories = storiesIn(plain);
  return stories.length > 0 ? stories : boxesIn(plain);
}

/** The same one twice is one item. */
export function withIds(items: readonly FoundItem[]): readonly (FoundItem & { readonly id: string })[] {
  const known = new Map<string, FoundItem & { readonly id: string }>();
  const titles = new Set<string>();
  for (const item of items) {
    if (item.id === null && titles.has(item.title)) continue;
    titles.add(item.title);
    const wanted = item.id ?? `new-${slugOf(item.title)}`;
    if (item.id !== null && known.has(item.id)) continue;
    let id = wanted;
    for (let number = 2; known.has(id); number += 1) id = `${wanted}-${number}`;
    known.set(id, { ...item, id });
  }
  return [...known.values()];
}

const STORY = /^#{2,5}\s+(?:User\s+)?Story\s+([\w.-]*\d[\w.-]*?)\s*[:.–—-]\s*(.+?)\s*#*$/i;
const HEADING = /^(#{1,6})\s+(.*)$/;
const ACCEPT_MAX = 12;

function storiesIn(text: string): readonly FoundItem[] {
  const found: { id: string; title: string; accept: string[] }[] = [];
  let level = 0;
  let isAccepting = false;
  for (const { line } of linesOf(text)) {
    const story = STORY.exec(line);
    const heading = HEADING.exec(line);
    if (story) {
      found.push({ id: `${story[1]}`.replaceAll(".", "-"), title: clean(story[2] ?? ""), accept: [] });
      level = line.indexOf(" ");
      isAccepting = false;
      continue;
    }
    if (heading && (heading[1]?.length ?? 0) <= level) level = 0;
    if (level === 0) continue;
    if (/^\W*acceptance criteria\W*$/i.test(line)) isAccepting = true;
    const criterion = /^\s*(?:\*\*Then\*\*|Then\b|[-*] \[[ x]\]|\d+[.)]|\*\*AC ?\d+:?\*\*)\s*(.+)$/i.exec(line)?.[1];
    const last = found.at(-1);
    if (isAccepting && criterion && last && last.accept.length < ACCEPT_MAX) last.accept.push(clean(criterion));
  }
  return found.map((each) => ({ ...each, isDone: false, isCancelled: false }));
}

const BOX = /^([ \t]*)[-*+]\s+\[([ xX~-])\]\s+(.*)$/;
/** Boxes under these say when something is done, not what is to be done. */
const CRITERIA = /acceptance|criteria|definition of (?:done|ready)|success|checklist|requirements/i;

function boxesIn(text: string): readonly FoundItem[] {
  const found: FoundItem[] = [];
  let isCriteria = false;
  let criteriaLevel = 0;
  for (const { line } of linesOf(text)) {
    const heading = HEADING.exec(line);
    if (heading) {
      const level = heading[1]?.length ?? 1;
      if (!isCriteria || level <= criteriaLevel) {
        isCriteria = CRITERIA.test(heading[2] ?? "");
        criteriaLevel = level;
      }
      continue;
    }
    const box = BOX.exec(line);
    if (box === null || isCriteria || (box[1] ?? "").replaceAll("\t", "    ").length > 1) continue;
    const { id, title } = named(box[3] ?? "");
    if (title === "") continue;
    found.push({
      id,
      title,
      isDone: /x/i.test(box[2] ?? ""),
      isCancelled: /[~-]/.test(box[2] ?? "") || /^~~.*~~$/.test(box[3] ?? ""),
      accept: [],
    });
  }
  return found;
}

/** `task-5: Add Go`, `**NEW**: Design it`, `[task-5](file.md) Add Go`, `#12 Add Go`, `1.2 Add Go`. */
function named(written: string): { readonly id: string | null; readonly title: string } {
  const text = written.trim();
  const isNew = /^\**(?:NEW|TBD|NO ID)\**\s*[:–—-]\s*\**\s*(.+)$/i.exec(text);
  if (isNew) return { id: null, title: clean(isNew[1] ?? "") };
  const link = /^\[([^\]]+)\]\([^)]*\)\s*[:–—-]?\s*(.*)$/.exec(text);
  const bare = link ? `${link[1]}${link[2] === "" ? "" : `: ${link[2]}`}` : text;
  const id =
    /^\**`?(#\d+|[A-Za-z][A-Za-z]*[-_]\d[\w.]*(?:-\d+)*|[A-Z]{2,10}-[\w-]*\d|\d+(?:\.\d+)+|T\d+)`?\**\s*(?:[:–—-]+|\.)?\s+\**\s*(.+)$/.exec(
      bare,
    );
  if (id) return { id: (id[1] ?? "").replace(/^#/, "issue-"), title: clean(id[2] ?? "") };
  return { id: null, title: clean(bare) };
}

const TITLE_MAX = 200;

function clean(text: string): string {
  return text
    .replace(/^~~|~~$/g, "")
    .replace(/\*\*|`/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, TITLE_MAX);
}
