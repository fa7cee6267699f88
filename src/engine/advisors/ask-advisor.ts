/**
 * Asks an advisor about a task: a small task of its own, worked like a drone, for which the other one waits. Where no
 * such advisor is configured nobody is asked, and the rules decide alone. An advisor is never asked about an advisor.
 */
import type { Because } from "../../domain/because.ts";
import type { TaskId, TaskSpec } from "../../domain/plan.ts";
import type { AdvisorRole } from "../../domain/role-answers.ts";
import type { State } from "../../domain/state.ts";
import type { Task } from "../../domain/task.ts";
import type { Context } from "../context.ts";
import { fillTemplate, type Gap } from "./fill-template.ts";
import { supervisorValues, type Values } from "./what-to-tell.ts";

/** False: there is nobody to ask. */
export function askAdvisor(context: Context, role: AdvisorRole, task: Task, because: Because, values: Values): boolean {
  const settings = context.state.settings.advisors[role];
  if (!settings || task.advises !== null) return false;
  const filled = fillTemplate(settings.template, gapsOf(values));
  // A template that names what nobody knows was told when it was read; nothing is asked with it.
  if (!filled.ok) return false;
  const advisor: TaskSpec = {
    id: freeId(context.state, role),
    title: `${role} about ${task.id}`,
    prompt: filled.text,
    role: "drone",
    dependsOn: [],
    files: [],
    agent: settings.agent,
    ...(settings.tier !== undefined && { tier: settings.tier }),
    gates: [],
    commitments: [],
    acceptance: [],
    budget: {},
    priority: PRIORITY,
    tags: [],
  };
  context.emit({ type: "advice_asked", advisor, advises: { role, about: task.id, because } });
  return true;
}

const GAP_LENGTH_MAX = 8_000;

function gapsOf(values: Values): Record<string, Gap> {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, { text, lengthMax: GAP_LENGTH_MAX }]));
}

/** Where the rules do not settle it, but somebody who thinks might. What only a person can do stays a person's. */
const ADVISABLE: ReadonlySet<Because["rule"]> = new Set([
  "unknown_failure",
  "retries_used_up",
  "attempts_used_up",
  "blocked",
]);

/** Once per failure: the lineage's own limits end it. False: it is a person's turn. */
export function askSupervisor(context: Context, task: Task, why: Because, trigger: string): boolean {
  const { state } = context;
  if (!ADVISABLE.has(why.rule) || task.advised >= state.settings.policies.lineageRetries) return false;
  return askAdvisor(context, "supervisor", task, why, supervisorValues(state, task, why, trigger));
}

/** Before all work: somebody waits for the answer. */
const PRIORITY = 1_000_000;

/** No task of a plan can be called so. */
function freeId(state: State, role: AdvisorRole): TaskId {
  for (let number = 1; ; number += 1) if (!state.tasks.has(`@${role}-${number}`)) return `@${role}-${number}`;
}
