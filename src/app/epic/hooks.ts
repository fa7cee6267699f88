/**
 * What is driven from outside: the queue is drained, stale items are queued again. Each goes over the epics of the project, or over
 * one; a body that cannot be read is named and costs only itself. An item with an open pull request is never taken for stale.
 */
import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { Item } from "../../systems/epic/body/epic-body.ts";
import { withFields } from "../../systems/epic/body/notes.ts";
import { orient } from "../../systems/epic/tick/orient.ts";
import { loadConfig } from "../project/load-config.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { edit, stampOf } from "./edit-epic.ts";
import { type BodiesWish, openBodies } from "./open-bodies.ts";
import { registryOf } from "./registry.ts";
import { owesWorker } from "./work/dispatches.ts";

export interface HookWish extends BodiesWish {
  readonly now: number;
}

/** What a hook found, and the bodies it could not look into. */
export interface Hooked<T> {
  readonly found: readonly T[];
  readonly mistakes: readonly Mistake[];
}

/** Epics of which a tick would decide something, or that owe a worker here: those that a person has queued, and no others. */
export function queuedEpics(project: Project, wish: HookWish): Reply<Hooked<string>> {
  const config = loadConfig(project);
  if (!config.ok)
    return refused({ what: "mistakes", mistakes: config.mistakes, warnings: config.warnings, kept: "epic" });
  const opened = openBodies(project, wish);
  if (!opened.ok) return opened;
  const { bodies, mistakes } = opened.value;
  const workers = registryOf(config.value);
  const moment = { now: wish.now, environment: "" };
  const waiting = bodies.filter(
    ({ body, file }) =>
      (body.status === "queued" || body.status === "in_progress") &&
      (orient(body, workers, moment).type !== "nothing" || owesWorker(project, file)),
  );
  return granted({ found: waiting.map(({ file }) => file), mistakes });
}

export interface StaleItem {
  readonly epic: string;
  readonly item: string;
  readonly idleHours: number;
}

export async function staleItems(
  project: Project,
  wish: HookWish & { readonly hours: number; readonly apply: boolean },
): Promise<Reply<Hooked<StaleItem>>> {
  const opened = openBodies(project, wish);
  if (!opened.ok) return opened;
  const { bodies, mistakes } = opened.value;
  const found: StaleItem[] = [];
  for (const { file, body } of bodies) {
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
  return granted({ found, mistakes });
}

function isStale(item: Item, { now, hours }: { readonly now: number; readonly hours: number }): boolean {
  return (
    item.status === "in_progress" && item.surface === "" && item.fields.kind !== "group" && idleHours(item, now) > hours
  );
}

function idleHours({ activeAt }: Item, now: number): number {
  return activeAt === null ? 0 : Math.floor((now - activeAt) / 360_000) / 10;
}
