/** Tells a run to a person as it is recorded: the narrator's sentences, without those that nobody needs to hear. */
import type { Role } from "../domain/spec/plan.ts";
import type { Event } from "../engine/event.ts";
import { narrate } from "./narrate.ts";

/** One for each reader, from the beginning of the journal or of this Reeve: how loudly to speak depends on the roles. */
export function runTeller(): (event: Event) => string | null {
  const roles = new Map<string, Role>();
  return (event) => {
    if (event.type === "run_created") for (const task of event.plan.tasks) roles.set(task.id, task.role);
    if (event.type === "plan_changed") for (const task of event.added) roles.set(task.id, task.role);
    const { task, text, loudness } = narrate(event, (each) => roles.get(each) ?? "worker");
    if (loudness === "silent") return null;
    return task === null ? text : `${task}: ${text}`;
  };
}
