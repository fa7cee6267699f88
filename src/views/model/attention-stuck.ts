/** Agents that show no sign of life, or go in circles. Reeve acts by itself; a person may be quicker. Part of `attention`. */
import type { FleetView } from "../../app/look/fleet-view.ts";
import { durationOf } from "../../domain/words/wording.ts";
import { acts } from "./act.ts";
import type { AttentionRow } from "./attention.ts";
import { heldBehind, row } from "./attention-row.ts";

const WORDS: Readonly<Record<string, string>> = {
  suspect: "shows no sign of life",
  stuck: "is stuck",
  spinning: "goes in circles",
};

export function stuckRows(view: FleetView, now: number): AttentionRow[] {
  return view.tasks.flatMap(({ id, at }) => {
    const words = at === null ? undefined : WORDS[at.grade];
    if (at === null || words === undefined) return [];
    return [
      row(
        {
          id: `stuck:${at.attempt}`,
          kind: "stuck",
          state: "warned",
          severity: "warning",
          since: at.gradeSince,
          began: "quiet",
          what: `${at.attempt} ${words}`,
          acts: [acts.cut(id), acts.tell(id), acts.log(id)],
        },
        {
          detail: `Its last word was ${durationOf(Math.max(0, now - at.activityAt))} ago${at.activity === null ? "" : `: ${at.activity}`}.`,
          tasks: [id],
          held: heldBehind(view, [id]),
        },
      ),
    ];
  });
}
