/** How epics stand, for any screen: from their bodies alone. Looks only; an item's own file that disagrees is noted, not followed. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { EpicBody, Item } from "../../systems/epic/body/epic-body.ts";
import { type Turn, turnsOf } from "../../systems/epic/body/persons-turn.ts";
import { readTaskFile } from "../../systems/epic/import/status-file.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import { bodiesOf, type HookWish } from "./hooks.ts";

export interface EpicView {
  readonly file: string;
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly phase: string;
  readonly items: readonly EpicItemView[];
  /** What happened last. */
  readonly last: string;
  readonly needsPerson: boolean;
  /** What waits for the person, each with its answer. */
  readonly turns: readonly Turn[];
  readonly notes: readonly string[];
  readonly warnings: readonly Mistake[];
}

export type EpicItemView = Pick<Item, "id" | "title" | "worker" | "surface"> & {
  readonly status: string;
  readonly reason: string | null;
};

export function viewEpics(
  project: Project,
  wish: HookWish,
): Reply<{ readonly epics: readonly EpicView[]; readonly mistakes: readonly Mistake[] }> {
  const mistakes: Mistake[] = [];
  const bodies = bodiesOf(project, wish, (found) => mistakes.push(...found));
  if (!bodies.ok) return bodies;
  return granted({ epics: bodies.value.map(({ file, body }) => viewOf(project, file, body)), mistakes });
}

function viewOf(project: Project, file: string, body: EpicBody): EpicView {
  const { id, title, status, phase, patterns, warnings } = body;
  const last = patterns.at(-1);
  const turns = turnsOf(body);
  return {
    ...{ file, id, title, status, phase, warnings },
    items: body.items.map((item) => ({
      ...{ id: item.id, title: item.title, worker: item.worker, surface: item.surface },
      status: item.status ?? "unknown",
      reason: item.fields.reason ?? item.fields.react ?? null,
    })),
    last: last ? `${last.decision}${last.notes === "" ? "" : ` (${last.notes})`}` : "nothing was decided yet",
    needsPerson: turns.length > 0,
    turns,
    notes: body.items.flatMap((item) => disagreement(project, file, item)),
  };
}

function disagreement({ root }: Project, file: string, item: Item): readonly string[] {
  if (item.fields.file === undefined) return [];
  const path = join(root, file, "..", item.fields.file);
  if (!existsSync(path)) return [`The file of ${item.id} (${item.fields.file}) is gone.`];
  const own = readTaskFile(readFileSync(path, "utf8"), item.fields.file);
  if (own === null || own.status === item.status || (own.status === "inbox" && item.status !== "done")) return [];
  return [`${item.fields.file} says ${own.status}, the Work Items say ${item.status}; the Work Items count.`];
}
