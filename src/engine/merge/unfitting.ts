/** Findings between branches as they are told: to the task that must change, to advisors and to people. And who that task is. */
import { type Because, because } from "../../domain/because.ts";
import type { Critical } from "../../domain/proof/coherence.ts";
import type { RoundFinding } from "../../domain/proof/round.ts";
import type { Task } from "../../domain/work/task.ts";
import type { State } from "../state.ts";

/** What the contract says a task makes is that task's to say; else the finding says who adapts. */
export function whoChanges({ plan: { contract }, tasks }: State, { section, finding }: Critical): Task | null {
  const named = finding.subject.toLowerCase();
  const entity = contract?.entities.find(
    ({ name, table }) => (table ?? name).toLowerCase() === named.split(".")[0] || name.toLowerCase() === named,
  );
  const right = section === "schema_inconsistencies" ? entity?.createdByTask : undefined;
  const deviating =
    right !== undefined && finding.must_change === right ? finding.tasks.find((id) => id !== right) : undefined;
  const id = deviating ?? finding.must_change;
  const task = id === null ? undefined : tasks.get(id);
  return task ?? null;
}

export function whyOf({ section, finding }: Critical): Because {
  const { sentence, subject, tasks, files } = finding;
  return because("incoherent", { message: sentence, subject, section, tasks: tasks.join(", ") }, files.slice(0, 12));
}

const TOLD_MAX = 12;

export function reportOf(told: readonly Critical[]): string {
  const lines = told
    .slice(0, TOLD_MAX)
    .map(({ finding }) => `- ${finding.sentence}${finding.files.length > 0 ? ` [${finding.files.join(", ")}]` : ""}`);
  const more = told.length > TOLD_MAX ? [`- and ${told.length - TOLD_MAX} more`] : [];
  return ["The work of several tasks of this run does not fit together. What has to fit:", ...lines, ...more].join(
    "\n",
  );
}

export function questionOf({ finding }: Critical): string {
  return `${finding.sentence} Which side changes, and how? "accept" merges it as it is; anything else is told to the task, and its work is compared again.`;
}

export function asFinding({ key, finding }: Critical): RoundFinding {
  return { key, text: finding.sentence };
}
