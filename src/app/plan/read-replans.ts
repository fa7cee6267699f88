/** Finds the changes of the plan that were proposed in a run: the one that is named, or the newest. Looks only. */
import { join } from "node:path";
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import { readRun } from "../../journal/read-run.ts";
import { type KnownReplan, ReplanList } from "../../views/replan-words.ts";
import { listRuns, type Project } from "../project/project.ts";

export interface ReplansOfRun {
  readonly run: string;
  readonly replans: readonly KnownReplan[];
}

/** Null: there is no such run. Throws `JournalError`. */
export async function readReplans(project: Project, named: string | undefined): Promise<ReplansOfRun | null> {
  const runs = listRuns(project);
  const place = named === undefined ? runs.at(-1) : runs.find(({ id }) => id === named);
  if (!place) return null;
  const list = new ReplanList();
  for await (const { events } of readRun<Input, Event>(join(place.dir, "journal.db"), 1))
    for (const event of events) list.take(event);
  return { run: place.id, replans: list.all };
}
