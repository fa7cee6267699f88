/**
 * What is driven from outside: the queue is drained, stale items are queued again, a merged branch marks its item done. Each goes
 * over the epics of the project, or over one. An item with an open pull request is never taken for stale.
 */
import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { EpicBody, Item } from "../../systems/epic/body/epic-body.ts";
import { withFields } from "../../systems/epic/body/notes.ts";
import { readBody } from "../../systems/epic/body/read-body.ts";
import { readText } from "../../systems/epic/store/file-store.ts";
import { orient } from "../../systems/epic/tick/orient.ts";
import { loadConfig } from "../project/load-config.ts";
import { type Project, shown } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { edit, stampOf } from "./edit-epic.ts";
import { findEpic, listEpics } from "./epics.ts";
import { registryOf } from "./registry.ts";
import { owesWorker } from "./work/dispatches.ts";

export interface HookWish {
  readonly cwd: string;
  readonly now: number;
  /** Undefined: all of them. */
  readonly epic: string | undefined;
}

/** Epics of which a tick would decide something, or that owe a worker here: those that a person has queued, and no others. */
export function queuedEpics(project: Project, wish: HookWish): Reply<readonly string[]> {
  const config = loadConfig(project);
  if (!config.ok)
    return refused({ what: "mistakes", mistakes: config.mistakes, warnings: config.warnings, kept: "epic" });
  const bodies = bodiesOf(project, wish);
  if (!bodies.ok) return bodies;
  const workers = registryOf(config.value);
  const moment = { now: wish.now, environment: "" };
  const waiting = bodies.value.filter(
    ({ body, file }) =>
      (body.status === "queued" || body.status === "in_progress") &&
      (orient(body, workers, moment).type !== "nothing" || owesWorker(project, file)),
  );
  return granted(waiting.map(({ file }) => file));
}

export interface StaleItem {
  readonly epic: string;
  readonly item: string;
  readonly idleHours: number;
}

export async function staleItems(
  project: Project,
  wish: HookWish & { readonly hours: number; readonly apply: boolean },
): Promise<Reply<readonly StaleItem[]>> {
  const bodies = bodiesOf(project, wish);
  if (!bodies.ok) return bodies;
  const found: StaleItem[] = [];
  for (const { file, body } of bodies.value) {
    const stale = body.items.filter((item) => isStale(item, wish));
    found.push(...stale.map((item) => ({ epic: file, item: item.id, idleHours: idleHours(item, wish.now) })));
    if (!wish.apply || stale.length === 0) continue;
    const edited = await edit(project, { cwd: project.root, epic: file, now: wish.now }, (now) => {
      const still = now.items.filter((item) => isStale(item, wish));
      const items = Object.fromEntries(
        still.map((item) => [
          item.id,
          {
            status: "queued" as const,
            lastActivity: stampOf(wish.now),
            notes: withFields(item.notes, { dispatch: null, exit: null, react: null }),
          },
        ]),
      );
      const log = still.map(
        ({ id, title }) =>
          `${stampOf(wish.now)} ${id} was idle for more than ${wish.hours} h and is queued again. Next: ${id} (${title}).`,
      );
      return { sentence: "Queued again.", changes: { items, log } };
    });
    if (!edited.ok) return edited;
  }
  return granted(found);
}

function isStale(item: Item, { now, hours }: { readonly now: number; readonly hours: number }): boolean {
  return (
    item.status === "in_progress" && item.surface === "" && item.fields.kind !== "group" && idleHours(item, now) > hours
  );
}

function idleHours({ activeAt }: Item, now: number): number {
  return activeAt === null ? 0 : Math.floor((now - activeAt) / 360_000) / 10;
}

export interface MergedItem {
  readonly epic: string;
  readonly item: string;
}

/** The item whose row names the branch, or whose id is a part of the branch's name. */
export async function markMerged(
  project: Project,
  wish: HookWish & { readonly branch: string },
): Promise<Reply<readonly MergedItem[]>> {
  const bodies = bodiesOf(project, wish);
  if (!bodies.ok) return bodies;
  const found: MergedItem[] = [];
  for (const { file, body } of bodies.value) {
    const item = itemOfBranch(body, wish.branch);
    if (item === null) continue;
    const edited = await edit(project, { cwd: project.root, epic: file, now: wish.now }, (now) => {
      const merged = itemOfBranch(now, wish.branch);
      if (merged === null) return { because: "the item is gone" };
      const at = stampOf(wish.now);
      const next = now.items.find(
        ({ id, status }) => id !== merged.id && (status === "queued" || status === "ready" || status === "in_progress"),
      );
      const thread = next ? `${next.id} (${next.title})` : "nothing is left to do";
      return {
        sentence: `${merged.id} is done.`,
        changes: {
          items: { [merged.id]: { status: "done", lastActivity: at } },
          log: [`${at} ${wish.branch} was merged: ${merged.id} is done. Next: ${thread}.`],
        },
      };
    });
    if (!edited.ok) return edited;
    found.push({ epic: file, item: item.id });
  }
  return granted(found);
}

function itemOfBranch({ items }: EpicBody, branch: string): Item | null {
  const open = items.filter(
    ({ status, fields }) => status !== "done" && status !== "cancelled" && fields.kind !== "group",
  );
  const named = open.find(
    ({ surface, fields }) => fields.branch === branch || surface.split(/[\s,()]+/).includes(branch),
  );
  if (named) return named;
  const parts = branch.toLowerCase().split("/");
  const byId = open.filter(({ id }) =>
    parts.some(
      (part) =>
        part === id.toLowerCase() || part.startsWith(`${id.toLowerCase()}-`) || part.startsWith(`${id.toLowerCase()}_`),
    ),
  );
  return byId.toSorted((one, other) => other.id.length - one.id.length)[0] ?? null;
}

export interface OpenBody {
  readonly file: string;
  readonly body: EpicBody;
}

/** Those that can be read; one that is named must be. */
export function bodiesOf(
  project: Project,
  { cwd, epic }: HookWish,
  onBroken: (mistakes: readonly Mistake[]) => void = () => {},
): Reply<readonly OpenBody[]> {
  const named = epic === undefined ? null : findEpic(project, cwd, epic);
  if (named && !named.ok) return named;
  const all = listEpics(project);
  const wanted = named
    ? [all.find(({ path }) => path === named.value) ?? { path: named.value, text: readAt(named.value) }]
    : all;
  return granted(
    wanted.flatMap(({ path, text }) => {
      const file = shown(path, project.root);
      const read = readBody(text, file);
      if (!read.ok) onBroken(read.mistakes);
      return read.ok ? [{ file, body: read.body }] : [];
    }),
  );
}

function readAt(path: string): string {
  const read = readText(path, path);
  return read.ok ? read.text : "";
}
