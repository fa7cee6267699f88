/** A row of what needs a person, with what most of them have in common; and whom something holds. */
import type { FleetView } from "../../app/look/fleet-view.ts";
import { plainText } from "../../domain/words/wording.ts";
import type { AttentionRow } from "./attention.ts";

type Plain = Pick<AttentionRow, "id" | "kind" | "state" | "severity" | "since" | "began" | "what" | "acts">;

export function row(plain: Plain, more: Partial<AttentionRow> = {}): AttentionRow {
  const { held = [], holdsRun = false } = more;
  return {
    cause: null,
    detail: null,
    evidence: [],
    tasks: [],
    question: null,
    options: [],
    acked: false,
    ...more,
    ...plain,
    what: plainText(plain.what),
    held,
    holds: held.length,
    holdsRun,
  };
}

/** Everybody who can only begin after one of these, directly or through others; without those themselves. */
export function heldBehind({ tasks }: Pick<FleetView, "tasks">, ids: readonly string[]): string[] {
  const open = tasks.filter(({ state }) => state !== "done" && state !== "skipped");
  const dependants = new Map<string, string[]>();
  for (const { id, dependsOn } of open)
    for (const on of dependsOn) dependants.set(on, [...(dependants.get(on) ?? []), id]);
  const reached = new Set(ids);
  const queue = [...ids];
  for (let id = queue.shift(); id !== undefined; id = queue.shift())
    for (const next of dependants.get(id) ?? [])
      if (!reached.has(next)) {
        reached.add(next);
        queue.push(next);
      }
  return [...reached].filter((id) => !ids.includes(id));
}
