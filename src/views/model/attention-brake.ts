/** A run that stands still as a whole: braked, halted, or left alone though there is work. Part of `attention`. */
import type { FleetView } from "../../app/look/fleet-view.ts";
import { capital, withoutStop } from "../../domain/words/wording.ts";
import { becauseSentence } from "../../engine/wording/because-words.ts";
import { acts } from "./act.ts";
import type { Around, AttentionRow } from "./attention.ts";
import { row } from "./attention-row.ts";

export function brakeRows(view: FleetView, { isWorked }: Around): AttentionRow[] {
  const { run, questions, counts, total } = view;
  const open = total - counts.done - counts.skipped - counts.given_up;
  // The question of a halted run is a row by itself.
  if (questions.some(({ kind }) => kind === "halt")) return [];
  if (run.phase === "halted") return [halted(view)];
  const stands = run.phase === "stopped" || (run.phase !== "ended" && isWorked === false);
  if (!stands || open === 0 || run.phase === "none" || run.phase === "created") return [];
  const what = run.phase === "stopped" ? `${run.id} is stopped` : `No Reeve is running ${run.id}`;
  return [
    row(
      {
        id: "run:left",
        kind: "brake",
        state: "warned",
        severity: "high",
        since: view.heardAt,
        began: "last heard of",
        what,
        acts: [acts.run(run.id)],
      },
      { detail: `${open} of ${total} tasks are open; \`reeve run\` resumes them.`, holdsRun: true },
    ),
  ];
}

function halted(view: FleetView): AttentionRow {
  const { run, heardAt } = view;
  const why = run.because === null ? "the run is halted" : withoutStop(becauseSentence(run.because));
  const isSpent = run.because?.rule === "budget_exceeded";
  return row(
    {
      id: "run:halted",
      kind: "brake",
      state: "braked",
      severity: "critical",
      since: heardAt,
      began: run.because?.rule === "braked" ? "braked" : "halted",
      what: capital(why),
      acts: isSpent
        ? [acts.more(`${run.because?.facts["whose"] ?? "run"}`), acts.run(run.id)]
        : [acts.release(), acts.run(run.id)],
    },
    { evidence: run.because?.evidence ?? [], holdsRun: true },
  );
}
