/** Finds the changes of the plan that were proposed in a run: the one that is named, or the newest. Looks only. */
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import { listRuns, type Project } from "../../runtime/project.ts";
import { type KnownReplan, ReplanList } from "../replans.ts";

export interface ReplansOfRun {
  readonly run: string;
  readonly replans: readonly KnownReplan[];
}

/** Null: there is no such run. Throws `JournalError`. */
export async function readReplans(project: Project, named: string | undefined): Promise<ReplansOfRun | null> {
  const runs = await listRuns(project);
  const place = named === undefined ? runs.at(-1) : runs.find(({ id }) => id === named);
  if (!place) return null;
  const list = new ReplanList();
  for await (const { events } of project.runs.read<Input, Event>(place.id, 1))
    for (const event of events) list.take(event);
  return { run: place.id, replans: list.all };
}
