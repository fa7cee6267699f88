/** A change of the plan in a line and in a question. The words are Reeve's; ids were checked, titles are a planner's. */

import type { PlanChange, Replan } from "../../domain/spec/replan.ts";
import { displaySafe } from "../../domain/words/display-safe.ts";

/** The first approves it; the number of one stands for it. */
export const REPLAN_OPTIONS = ["approve it", "no: keep the plan as it is"] as const;

const LISTED_MAX = 6;

export function summaryOf({ added, changed, removed, retired, contract }: PlanChange): string {
  const parts = [
    listed(
      "adds",
      added.map(({ id }) => id),
    ),
    listed(
      "changes",
      changed.map(({ id }) => id),
    ),
    listed("removes", removed),
    listed("ends", retired),
    contract === undefined ? "" : "changes the contract",
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** What would become of the plan, one line for each task; what a person must know before they say yes. */
export function changeLines({ change, answer }: Pick<Replan, "change" | "answer">): readonly string[] {
  const { added, changed, removed, retired, lineage, contract } = change;
  const replaces = (id: string) => {
    const from = lineage.find(({ task }) => task === id)?.from;
    return from === undefined ? "" : ` (replaces ${from})`;
  };
  const after = (on: readonly string[]) => (on.length === 0 ? "" : ` after ${on.join(", ")}`);
  return [
    ...answer.validation.map(({ severity, message }) => `planner (${severity}): ${oneLine(message)}`),
    ...added.map(({ id, title, dependsOn }) => `add ${id}${replaces(id)}: ${oneLine(title)}${after(dependsOn)}`),
    ...changed.map(({ id, prompt, dependsOn }) => `change ${id}${after(dependsOn)}: ${oneLine(prompt)}`),
    ...removed.map((id) => `remove ${id}`),
    ...retired.map((id) => `end ${id}, whose work stays on its branch`),
    ...(contract === undefined ? [] : [`contract: ${contract.entities.map(({ name }) => name).join(", ")}`]),
  ];
}

export function questionOf({ id, summary }: Pick<Replan, "id" | "summary">): string {
  return `The planner proposes a plan change (${id}): it ${summary}. Do you approve?`;
}

/** Whether words said to the question mean yes; any other answer is a no, and reaches the task. */
export function meansYes(text: string): boolean {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, "");
  return said === REPLAN_OPTIONS[0] || ["y", "yes", "ok", "okay", "approve", "approved"].includes(said);
}

const LINE_LENGTH_MAX = 160;

function oneLine(text: string): string {
  const line = displaySafe(text).replace(/\s+/g, " ").trim();
  return line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX - 1)}…` : line;
}

function listed(verb: string, ids: readonly string[]): string {
  if (ids.length === 0) return "";
  const more = ids.length > LISTED_MAX ? ` and ${ids.length - LISTED_MAX} more` : "";
  return `${verb} ${ids.slice(0, LISTED_MAX).join(", ")}${more}`;
}
