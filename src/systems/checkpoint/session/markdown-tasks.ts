/** Tasks and stories of Markdown documents: checklists with numbers, `T001`, stories under headings; and what they wait for. Pure. */
import type { Document, Line, Place } from "../documents/document.ts";
import type { PlanTask } from "./plan.ts";

const CHECK = /^\s*[-*+]\s+\[[ xX~-]\]\*?\s+\**((?:T|TASK-?)?\d{1,4}(?:\.\d{1,3})*)\**\.?\s+(\S.*)$/iu;
const STORY =
  /^(?:user\s+)?(?:story|task|história|historia|ストーリー|故事)\s+(\d{1,3}(?:\.\d{1,3})+[a-z]?)\b[\s:.–—-]*(.*)$/iu;
const WAITS =
  /(?:\bdepend(?:s\s+on|enc(?:y|ies)|ent\s+on)|\bblocked\s+by|\bprerequisites?|\brequires\s+(?=story|task|t\d))\b[\s*_:]*(.*)$/iu;
const NAMED = /\b(?:stor(?:y|ies)|tasks?)\s+(\d{1,3}(?:\.\d{1,3})+[a-z]?)|\b(T\d{2,4})\b|\b(TASK-\d+)\b/giu;
const NUMBERS = /(?<![\p{L}\p{N}.])(\d{1,3}(?:\.\d{1,3})*)(?![\p{L}\p{N}]|\.\d)/gu;

export function markdownTasks({ lines }: Document): readonly PlanTask[] {
  const tasks: (Place & {
    id: string;
    title: string;
    dependsOn: (Place & { id: string })[];
    files: string[];
    isChecked: boolean;
  })[] = [];
  for (const line of lines) {
    if (line.in !== "text") continue;
    const begun = taskAt(line);
    if (begun) tasks.push({ ...begun, file: line.file, line: line.line, dependsOn: [], files: [] });
    const current = tasks.at(-1);
    if (current === undefined || current.file !== line.file) continue;
    current.dependsOn.push(...waitsIn(line, current.isChecked).map((id) => ({ id, file: line.file, line: line.line })));
  }
  return tasks;
}

function taskAt(line: Line): { readonly id: string; readonly title: string; readonly isChecked: boolean } | null {
  const title = line.level > 0 ? (line.headings.at(-1) ?? "") : "";
  const story = STORY.exec(title);
  if (story) return { id: story[1] ?? "", title: story[2] ?? "", isChecked: false };
  const checked = CHECK.exec(line.text);
  return checked ? { id: (checked[1] ?? "").toUpperCase(), title: checked[2] ?? "", isChecked: true } : null;
}

function waitsIn({ text }: Line, isChecked: boolean): readonly string[] {
  const [, rest = ""] = WAITS.exec(text) ?? [];
  if (rest === "" || /^\W*(?:none|no\b|n\/a|-)/iu.test(rest)) return [];
  const upTo = rest.split(/[.;](?:\s|$)/)[0] ?? "";
  const named = [...upTo.matchAll(NAMED)].map(([, story, short, long]) =>
    (story ?? short ?? long ?? "").toUpperCase().replace(/^(\d.*)$/, (all) => all.toLowerCase()),
  );
  if (named.length > 0 || !isChecked) return named;
  return /^[\s\d.,&)and_*]+$/u.test(upTo) ? [...upTo.matchAll(NUMBERS)].map(([, number = ""]) => number) : [];
}
