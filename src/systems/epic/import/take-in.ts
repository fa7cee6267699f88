/**
 * An epic as another tool wrote it becomes a body: the owned sections are added, every byte that was there stays. Items come
 * from the text, from a status file and from the tasks' own files; where these disagree it is noted, and the text's word
 * counts for what is done, the status file's for all else.
 */
import { basename } from "node:path/posix";
import type { Mistake } from "../../../config/mistakes/mistake.ts";
import type { EpicBody, NewItem } from "../body/epic-body.ts";
import { withFields } from "../body/notes.ts";
import { readBody } from "../body/read-body.ts";
import { sealed } from "../body/seal.ts";
import type { Status } from "../body/statuses.ts";
import { writeBody } from "../body/write-body.ts";
import { type FoundItem, itemsIn, withIds } from "./items-in.ts";
import { readStatusFile, readTaskFile, type TakenItem } from "./status-file.ts";

export interface Foreign {
  readonly file: string;
  readonly text: string;
  /** Files beside it, by name. */
  readonly beside: ReadonlyMap<string, string>;
  readonly now: string;
}

export type TakenIn =
  | {
      readonly ok: true;
      readonly text: string;
      readonly counts: Readonly<Partial<Record<Status, number>>>;
      readonly items: number;
      readonly notes: readonly string[];
      readonly warnings: readonly Mistake[];
    }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

export function takeIn({ file, text, beside, now }: Foreign): TakenIn {
  const headed = withFrontMatter(text, file);
  const read = readBody(headed, file);
  if (!read.ok) return { ok: false, mistakes: read.mistakes };
  const { body } = read;
  const notes: string[] = [];
  const warnings: Mistake[] = [];
  const known = new Set(body.items.map(({ id }) => id));
  const found = gathered(body, beside, notes, warnings).filter(({ id }) => !known.has(id));
  const added = found.map(
    (item): NewItem => ({ id: item.id, title: item.title, status: item.status, notes: notesOf(item) }),
  );
  const counts: Partial<Record<Status, number>> = {};
  for (const { status } of added) counts[status] = (counts[status] ?? 0) + 1;
  const log = [
    `${now} Taken in with ${added.length} items. Next: its person looks at the items and runs \`reeve epic approve\`.`,
    ...notes.map((note) => `${now} ${note}`),
  ];
  const taken = { ok: true, counts, items: added.length, notes, warnings } as const;
  const wasTakenIn = body.sections["Supervisor State"] !== undefined;
  if (wasTakenIn && added.length === 0) return { ...taken, text };
  // One that is at work already keeps its phase; what is new waits for its person's approval like anything else.
  const state = wasTakenIn ? { "Last checkpoint": now } : { Phase: "review", "Last checkpoint": now };
  return { ...taken, text: sealed(writeBody(body, { state, added, log }), file) };
}

/** One that has none gets one; one that lacks our keys gets those. */
function withFrontMatter(text: string, file: string): string {
  const read = readBody(text, file);
  if (read.ok || !read.hasNoFrontMatter) return text;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const name = basename(file).replace(/\.md$/i, "");
  const folder = basename(file.split("/").slice(0, -1).join("/"));
  const id = /^(?:readme|index|epic)$/i.test(name) && folder !== "" ? folder : name;
  return `${mark}---${eol}id: ${JSON.stringify(id)}${eol}status: ready${eol}---${eol}${text.slice(mark.length)}`;
}

function gathered(
  body: EpicBody,
  beside: ReadonlyMap<string, string>,
  notes: string[],
  warnings: Mistake[],
): readonly TakenItem[] {
  const all = new Map<string, TakenItem>();
  for (const [name, text] of beside) {
    const status = /\.ya?ml$/i.test(name) ? readStatusFile(text, name) : null;
    for (const item of status?.items ?? []) all.set(item.id, item);
    warnings.push(...(status?.warnings ?? []));
    const task = /\.md$/i.test(name) ? readTaskFile(text, name) : null;
    if (task) all.set(task.id, task);
    if (task?.hint !== undefined) notes.push(`${name} has an unknown status; ${task.hint}`);
  }
  for (const item of withIds(itemsIn(body.persons))) merge(all, item, notes);
  // Without a status file the text's order is that of the work.
  const own = withIds(itemsIn(body.persons)).map(({ id }) => id);
  const isOrdered = [...beside.keys()].every((name) => !/\.ya?ml$/i.test(name));
  const place = ({ id }: TakenItem): number => (own.includes(id) ? own.indexOf(id) : own.length);
  return isOrdered ? [...all.values()].toSorted((one, other) => place(one) - place(other)) : [...all.values()];
}

function merge(all: Map<string, TakenItem>, item: FoundItem & { readonly id: string }, notes: string[]): void {
  // A story `12-1` is the entry `12-1-its-title` of a status file.
  const id = all.has(item.id) ? item.id : ([...all.keys()].find((key) => key.startsWith(`${item.id}-`)) ?? item.id);
  const other = all.get(id);
  const status: Status = item.isCancelled ? "cancelled" : item.isDone ? "done" : "inbox";
  if (other === undefined) {
    all.set(id, { id, title: item.title, status, deps: [], tags: [], accept: item.accept, isGroup: false, file: null });
    return;
  }
  if (item.isDone && other.status !== "done")
    notes.push(`${id} is ticked here, but its own file says ${other.status}; it is taken as done.`);
  all.set(id, {
    ...other,
    title: item.title,
    status: item.isDone || item.isCancelled ? status : other.status,
    accept: other.accept.length > 0 ? other.accept : item.accept,
  });
}

function notesOf({ deps, tags, accept, isGroup, file }: TakenItem): string {
  return withFields("", {
    ...(isGroup && { kind: "group" }),
    ...(deps.length > 0 && { deps: deps.join(",") }),
    ...(tags.length > 0 && { tags: tags.join(",") }),
    ...(file !== null && { file }),
    ...(accept.length > 0 && { accept: accept.join(" / ") }),
  });
}
