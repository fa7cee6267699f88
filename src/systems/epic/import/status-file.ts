/**
 * Status files of other tools: a YAML file with a mapping from items to statuses, or a Markdown file per task with its status in
 * the front matter. Read as items with our statuses; what is not understood is named with its line.
 */
import { isMap, isScalar, parseDocument, type YAMLMap } from "yaml";
import type { Mistake } from "../../../config/mistakes/mistake.ts";
import { readFrontMatter } from "../../documents/front-matter.ts";
import type { Status } from "../body/statuses.ts";
import { type Foreign, foreignStatus } from "./foreign-status.ts";
import { itemsIn } from "./items-in.ts";

export interface TakenItem {
  readonly id: string;
  readonly title: string;
  readonly status: Status;
  readonly deps: readonly string[];
  readonly tags: readonly string[];
  readonly accept: readonly string[];
  /** It holds others together and is worked by nobody. */
  readonly isGroup: boolean;
  /** Its own file, beside the epic. */
  readonly file: string | null;
}

export interface TakenFile {
  readonly items: readonly TakenItem[];
  readonly warnings: readonly Mistake[];
}

const NONE = { deps: [], tags: [], accept: [], isGroup: false, file: null } as const;

/** Null: it is no status file. */
export function readStatusFile(text: string, file: string): TakenFile | null {
  const document = parseDocument(text);
  if (document.errors.length > 0) return null;
  const map = statusMapOf(document.contents);
  if (map === null) return null;
  const warnings: Mistake[] = [];
  const items = map.items.flatMap((pair): TakenItem[] => {
    if (!isScalar(pair.key)) return [];
    const value = isScalar(pair.value) ? pair.value.value : isMap(pair.value) ? pair.value.get("status") : null;
    const id = `${pair.key.value}`;
    const read: Foreign = foreignStatus(`${value ?? ""}`);
    const line = text.slice(0, pair.key.range?.[0] ?? 0).split("\n").length;
    if (read.hint !== undefined)
      warnings.push({
        file,
        line,
        col: 1,
        what: `${id} has the unknown status ${JSON.stringify(value)}`,
        hint: read.hint,
        severity: "warning",
      });
    return [
      {
        ...NONE,
        id,
        title: titleOf(id),
        status: read.status,
        isGroup: /^(?:epic|feature|milestone|phase)[-_ ]?\d+$/i.test(id),
      },
    ];
  });
  return { items, warnings };
}

/** The mapping whose values are statuses: of that name, or the largest whose values are words. */
function statusMapOf(contents: unknown): YAMLMap | null {
  if (!isMap(contents)) return null;
  for (const { key, value } of contents.items)
    if (
      isScalar(key) &&
      /^(?:development_status|status(?:es)?|stories|tasks|items)$/i.test(`${key.value}`) &&
      isMap(value)
    )
      return value;
  const isStatuses =
    contents.items.length > 1 &&
    contents.items.every(({ value }) => isScalar(value) && foreignStatus(`${value.value}`).hint === undefined);
  return isStatuses ? contents : null;
}

function titleOf(id: string): string {
  const words = id
    .replace(/^\d+[-.]\d+[a-z]?[-.]/, "")
    .replace(/[-_]+/g, " ")
    .trim();
  return words === "" ? id : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A task's own file; null: it has no front matter with a status. */
export function readTaskFile(text: string, name: string): (TakenItem & { readonly hint?: string }) | null {
  const read = readFrontMatter(text, name);
  if (!read.ok) return null;
  const { id, title, status, dependencies, labels } = read.value;
  if (typeof status !== "string" || typeof id !== "string") return null;
  const { status: ours, hint } = foreignStatus(status);
  const criteria = /^#{1,4}\s+Acceptance Criteria[^\n]*\n([\s\S]*?)(?=^#{1,4}\s|(?![\s\S]))/im.exec(text)?.[1] ?? "";
  return {
    id,
    title: typeof title === "string" ? title : id,
    status: ours,
    deps: texts(dependencies),
    tags: texts(labels),
    accept: itemsIn(criteria).map((each) => each.title),
    isGroup: false,
    file: name,
    ...(hint !== undefined && { hint }),
  };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}
