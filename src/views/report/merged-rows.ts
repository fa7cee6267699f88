/** The tasks that are done, with what changed, how many gates looked at it, what it cost and how it came about. Pure. */
import type { FleetView } from "../../app/look/fleet-view.ts";
import type { RunHistory, TaskHistory } from "../../app/look/history/run-history.ts";
import { spentText } from "../../domain/words/spent.ts";
import { countOf, plainText } from "../words.ts";

export interface MergedRow {
  readonly task: string;
  readonly title: string;
  /** One more try, a restart, sent back: what did not go at the first go. */
  readonly how: string;
  readonly files: string;
  readonly gates: number;
  readonly cost: string;
}

export function mergedRows({ tasks }: FleetView, history: RunHistory): MergedRow[] {
  return tasks
    .filter(({ state }) => state === "done")
    .map(({ id, title, usage }) => {
      const own = history.tasks.get(id);
      return {
        task: id,
        title: plainText(title),
        how: own ? howText(own) : "",
        files: own?.changed ? filesText(own.changed) : "",
        gates: (own?.gates ?? []).filter(({ verdict }) => verdict === "passed").length,
        cost: spentText(usage),
      };
    });
}

export function filesText({ files, insertions, deletions }: NonNullable<TaskHistory["changed"]>): string {
  return `${countOf(files, "file")} +${insertions} −${deletions}`;
}

function howText({ attempts, marks }: TaskHistory): string {
  const times = (kind: string) => marks.filter((mark) => mark.kind === kind).length;
  const [restarts, back] = [times("restart"), times("sent_back")];
  const again = Math.max(0, attempts.length - 1 - restarts - back);
  return [
    again === 0 ? "" : again === 1 ? "one more try" : `${again} more tries`,
    restarts === 0 ? "" : restarts === 1 ? "one restart" : `${restarts} restarts`,
    back === 0 ? "" : back === 1 ? "sent back once" : `sent back ${back} times`,
  ]
    .filter((text) => text !== "")
    .join(", ");
}
