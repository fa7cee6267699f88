/**
 * A proposed plan as a person sees it before approving it: the tasks in waves, who works them on which files, the
 * commands Reeve would run, and what the planner and Reeve want to be known. Sentences only; nothing is decided here.
 */
import type { Plan, TaskSpec } from "../domain/spec/plan.ts";
import type { ProposalEnd, ProposalRecord } from "../domain/spec/proposal.ts";
import { usageText } from "../domain/words/spent.ts";
import { type PlanValidation, VALIDATION_SEVERITIES } from "../domain/work/role-answers.ts";
import { describePlan } from "../plan/describe-plan.ts";
import { walkGraph } from "../plan/task-graph.ts";
import { clip, countOf, plainText } from "./words.ts";

const TASKS_MAX = 60;
const LISTED_MAX = 8;
const TITLE_WIDTH = 60;

export function planLines(plan: Plan): readonly string[] {
  const facts = describePlan(plan);
  const waves = wavesOf(plan);
  const agents = Object.entries(facts.agents).map(([name, count]) => `${name} ×${count}`);
  const order = plan.tasks.toSorted((a, b) => (waves.get(a.id) ?? 0) - (waves.get(b.id) ?? 0));
  const last = Math.max(...waves.values());
  const more = order.length > TASKS_MAX ? [`  and ${order.length - TASKS_MAX} more, in the file`] : [];
  return [
    `${countOf(facts.tasks, "task")} in ${countOf(last, "wave")}, at most about ${facts.widest} in parallel. Agents: ${agents.join(", ")}.`,
    ...order.slice(0, TASKS_MAX).flatMap((task) => taskLines(task, waves.get(task.id) ?? 0)),
    ...more,
    ...commandLines(plan),
    ...contractLine(plan),
  ];
}

/** From 1: a task's wave is one after the last of those it depends on. */
export function wavesOf({ tasks }: Plan): ReadonlyMap<string, number> {
  const numbers = new Map(tasks.map(({ id }, number) => [id, number]));
  const dependsOn = tasks.map((task) => task.dependsOn.flatMap((id) => numbers.get(id) ?? []));
  const waves = new Array<number>(tasks.length).fill(1);
  for (const task of walkGraph({ dependsOn }).order)
    for (const other of dependsOn[task] ?? []) waves[task] = Math.max(waves[task] ?? 1, (waves[other] ?? 1) + 1);
  return new Map(tasks.map(({ id }, number) => [id, waves[number] ?? 1]));
}

export function recordLines(record: ProposalRecord): readonly string[] {
  const { usage, written, tries } = record;
  const used = usageText(usage);
  return [
    ...record.concerns.map((each) => `Several tasks must observe: ${plainText(each)}`),
    ...record.validation.toSorted(bySeverity).map(findingLine),
    ...record.notes.map(plainText),
    ...(written.here.length === 0
      ? []
      : [`The planner may only read, but wrote; Reeve discarded that: ${listed(written.here)}.`]),
    ...(written.outside.length === 0
      ? []
      : [
          `In the meantime these files changed in your own checkout; if that was not you, look at them: ${listed(written.outside)}.`,
        ]),
    `What the work will cost is unknown. Planning took ${countOf(tries, "try").replace("trys", "tries")}${used === "" ? "" : ` and ${used}`}.`,
  ];
}

export function findingLine({ severity, message, task }: PlanValidation): string {
  return `The planner says (${severity}${task === undefined ? "" : `, ${plainText(task)}`}): ${plainText(message)}`;
}

/** One word or two for a list. */
export function endWord(end: ProposalEnd): string {
  switch (end.type) {
    case "asking":
      return "unfinished";
    case "proposed":
      return "open";
    case "unusable":
      return "has mistakes";
    case "failed":
      return "failed";
    case "stopped":
      return "stopped";
  }
}

function taskLines(task: TaskSpec, wave: number): readonly string[] {
  const after = task.dependsOn.length === 0 ? "" : ` after ${listed(task.dependsOn)}`;
  const tier = task.tier === undefined ? "" : `, ${plainText(task.tier)}`;
  const files = task.files.length === 0 ? "" : ` · ${listed(task.files)}`;
  return [
    `  ${wave}  ${task.id}: ${clip(plainText(task.title), TITLE_WIDTH)}${after}`,
    `       ${task.agent}${tier}${files}`,
  ];
}

/** An agent wrote them, and Reeve would run them: nobody should approve what they have not seen. */
function commandLines({ tasks }: Plan): readonly string[] {
  const users = new Map<string, number>();
  for (const { gates, commitments, acceptance } of tasks) {
    const targets = acceptance.flatMap(({ verifyBy, target }) =>
      target !== undefined && (verifyBy === "test" || verifyBy === "lint") ? [target] : [],
    );
    for (const run of new Set([...gates, ...commitments].map((check) => check.run).concat(targets)))
      users.set(run, (users.get(run) ?? 0) + 1);
  }
  if (users.size === 0) return [];
  return [
    "Commands Reeve would run to check the work:",
    ...[...users].map(([run, count]) => `  ${plainText(run)} (${countOf(count, "task")})`),
  ];
}

function contractLine({ contract }: Plan): readonly string[] {
  if (contract === undefined) return [];
  const names = contract.entities.map(({ name, type }) => `${type} ${plainText(name)}`);
  return [
    `Contract: ${listed(names)}${contract.coreQueries.length > 0 ? `; ${contract.coreQueries.length} core queries` : ""}.`,
  ];
}

function bySeverity(a: PlanValidation, b: PlanValidation): number {
  return VALIDATION_SEVERITIES.indexOf(a.severity) - VALIDATION_SEVERITIES.indexOf(b.severity);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, LISTED_MAX).map(plainText).join(", ");
  return names.length > LISTED_MAX ? `${shown} and ${names.length - LISTED_MAX} more` : shown;
}
