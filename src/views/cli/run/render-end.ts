/** How a run that moves no more is summed up, and what the program exits with. */

import { type FleetView, projectFleet } from "../../../app/look/fleet-view.ts";
import type { RunEnd } from "../../../app/run/work-run.ts";
import { never } from "../../../domain/bug.ts";
import { isRed, redLines } from "../../red-words.ts";
import { countOf, durationOf } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { allQuestions } from "../look/render-questions.ts";
import { costLine } from "../look/render-recovery.ts";
import { renderStatus } from "../look/render-status.ts";

export function exitOf(end: RunEnd): ExitCode {
  switch (end.type) {
    case "ended":
      return end.state.run.verdict === "done" ? EXIT.ok : EXIT.failed;
    case "needs_person":
      return EXIT.needsPerson;
    case "stopped":
    case "paused":
      return EXIT.stopped;
    case "halted":
      return EXIT.halted;
    default:
      return never(end.type, "end");
  }
}

/** A person who has never seen it looks for the work in their checkout. */
function whereToLook({ integration }: FleetView): string[] {
  if (integration === null) return [];
  return [
    `The work is on ${integration.branch}: \`reeve review\` shows it, \`reeve land\` brings it into your branch.`,
  ];
}

export function closingLines(end: RunEnd, now: number): string[] {
  const view = projectFleet(end.state);
  const { run, counts, total } = view;
  const took = durationOf((run.endedAt ?? now) - run.createdAt);
  if (end.type === "ended" && counts.done === total) {
    const all = total === 1 ? "The one task is" : `All ${total} tasks are`;
    if (!isRed(view)) return ["", `${all} done, in ${took}. Cost: ${costLine(view)}.`, ...whereToLook(view)];
    return ["", `${all} done, in ${took}, but the integrated work is red. Cost: ${costLine(view)}.`, ...redLines(view)];
  }
  if (end.type === "needs_person") {
    const open = allQuestions(view.questions).map((line) => `  ${line}`);
    return [
      "",
      `${counts.done} of ${countOf(total, "task")} done; nothing more can be done until you answer:`,
      ...open,
      "",
      "Then `reeve run` resumes it.",
    ];
  }
  const paused = end.type === "paused" ? ["", "Next: `reeve resume`, then `reeve run`."] : [];
  return ["", ...renderStatus(view, { now, holder: null, orders: [] }), ...paused];
}
