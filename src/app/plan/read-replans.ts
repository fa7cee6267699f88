/** The changes of the plan that were proposed in a run and what became of them, read off its journal. Looks only. */
import type { Replan } from "../../domain/spec/replan.ts";
import type { Event } from "../../engine/event.ts";
import { becauseSentence } from "../../engine/wording/because-words.ts";
import type { Project } from "../project/project.ts";
import { recordsOf } from "../project/records.ts";

export interface KnownReplan {
  readonly replan: Replan;
  readonly state: "open" | "approved" | "dropped";
  /** Why it was dropped. */
  readonly why: string | null;
}

/** Oldest first. Throws `JournalError`. */
export async function readReplans(project: Project, run: string): Promise<readonly KnownReplan[]> {
  const known = new Map<string, KnownReplan>();
  for await (const { events } of recordsOf(project, run)) for (const event of events) take(known, event);
  return [...known.values()];
}

function take(known: Map<string, KnownReplan>, event: Event): void {
  const end = (id: string, state: KnownReplan["state"], why: string | null): void => {
    const replan = known.get(id);
    if (replan) known.set(id, { ...replan, state, why });
  };
  if (event.type === "replan_proposed") known.set(event.replan.id, { replan: event.replan, state: "open", why: null });
  else if (event.type === "plan_changed") end(event.replan ?? "", "approved", null);
  else if (event.type === "replan_dropped") end(event.replan, "dropped", becauseSentence(event.because));
}
