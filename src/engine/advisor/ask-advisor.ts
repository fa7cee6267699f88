/**
 * Asks an advisor about a task: a small task of its own, worked like a drone, for which the other one waits. Where no
 * such advisor is configured nobody is asked, and the rules decide alone. An advisor is never asked about an advisor.
 */
import type { Because } from "../../domain/because.ts";
import type { TaskId, TaskSpec } from "../../domain/plan.ts";
import type { AdvisorRole } from "../../domain/role-answers.ts";
import type { Advises, Task } from "../../domain/task.ts";
import type { Context } from "../context.ts";
import { expectedBy, shortOf, withCost } from "../recovery/expected-cost.ts";
import type { State } from "../state.ts";
import { fillTemplate, type Gap } from "./fill-template.ts";
import { supervisorValues, type Values } from "./what-to-tell.ts";

/** False: there is nobody to ask. */
export function askAdvisor(
  context: Context,
  role: AdvisorRole,
  task: Task,
  because: Because,
  values: Values,
  more: Pick<Advises, "replan"> = {},
): boolean {
  const advisor = task.advises === null ? advisorFor(context.state, role, task.id, values) : null;
  if (advisor === null) return false;
  const expected = expectedBy(context.state, advisor.agent, null);
  // Nobody is asked with money that is not there; the rules decide alone.
  if (shortOf(context.state, null, expected) !== null) return false;
  const advises = { role, about: task.id, because: withCost(because, expected), ...more };
  context.emit({ type: "advice_asked", advisor, advises });
  return true;
}

/** What it would be asked as a task of its own; null: there is nobody to ask. */
export function advisorFor(state: State, role: AdvisorRole, about: string, values: Values): TaskSpec | null {
  const settings = state.settings.advisors[role];
  const filled = settings && fillTemplate(settings.replanTemplate ?? settings.template, gapsOf(values));
  // A template that names what nobody knows was told when it was read; nothing is asked with it.
  if (!settings || !filled?.ok) return null;
  return {
    id: freeId(state, role),
    title: `${role} about ${about}`,
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
}

const GAP_LENGTH_MAX = 8_000;
/** A planner must see the whole plan, or much of it. */
const LONGER: Readonly<Record<string, number>> = { current: 60_000, contract: 12_000, diagnosis: 12_000 };

function gapsOf(values: Values): Record<string, Gap> {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, { text, lengthMax: LONGER[name] ?? GAP_LENGTH_MAX }]),
  );
}

/** Where the rules do not settle it, but somebody who thinks might. What only a person can do stays a person's. */
const ADVISABLE: ReadonlySet<Because["rule"]> = new Set([
  "unknown_failure",
  "retries_used_up",
  "attempts_used_up",
  "blocked",
  "pipeline_cause",
  "incoherent",
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
