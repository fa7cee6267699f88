/** How epics stand, for any screen: from their bodies alone. Looks only; an item's own file that disagrees is noted, not followed. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { EpicBody, Item } from "../../systems/epic/body/epic-body.ts";
import { type Turn, turnsOf } from "../../systems/epic/body/persons-turn.ts";
import { readTaskFile } from "../../systems/epic/import/status-file.ts";
import { orient } from "../../systems/epic/tick/orient.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import type { HookWish } from "./hooks.ts";
import { openBodies } from "./open-bodies.ts";

export interface EpicView {
  readonly file: string;
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly phase: string;
  readonly items: readonly EpicItemView[];
  /** What happened last. */
  readonly last: string;
  /** When it was last decided about; null: never. */
  readonly since: number | null;
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
  const opened = openBodies(project, wish);
  if (!opened.ok) return opened;
  const { bodies, mistakes } = opened.value;
  return granted({ epics: bodies.map(({ file, body }) => viewOf(project, file, body, wish.now)), mistakes });
}

function viewOf(project: Project, file: string, body: EpicBody, now: number): EpicView {
  const { id, title, status, phase, patterns, warnings } = body;
  const last = patterns.at(-1);
  const turns = allTurns(body, now);
  return {
    ...{ file, id, title, status, phase, warnings, since: sinceOf(body) },
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

/** Also where nothing is asked, but nothing moves before a person has changed something. */
function allTurns(body: EpicBody, now: number): readonly Turn[] {
  const turns = turnsOf(body);
  if (turns.length > 0 || (body.status !== "queued" && body.status !== "in_progress")) return turns;
  const oriented = orient(body, [], { now, environment: "" });
  if (oriented.type !== "nothing" || oriented.waits !== "person") return turns;
  const question = oriented.sentence.replace(/^Nothing to do: /, "It stands still: ");
  return [{ type: "look", item: null, question, answer: `reeve epic status ${body.id}` }];
}

function sinceOf({ patterns, lastCheckpoint }: EpicBody): number | null {
  const at = Date.parse(patterns.at(-1)?.tick || lastCheckpoint.split(" ")[0] || "");
  return Number.isNaN(at) ? null : at;
}

function disagreement({ root }: Project, file: string, item: Item): readonly string[] {
  if (item.fields.file === undefined) return [];
  const path = join(root, file, "..", item.fields.file);
  if (!existsSync(path)) return [`The file of ${item.id} (${item.fields.file}) is gone.`];
  const own = readTaskFile(readFileSync(path, "utf8"), item.fields.file);
  if (own === null || own.status === item.status || (own.status === "inbox" && item.status !== "done")) return [];
  return [`${item.fields.file} says ${own.status}, the Work Items say ${item.status}; the Work Items count.`];
}
