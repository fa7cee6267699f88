/** A checked plan file → the domain's Plan: names in camelCase, defaults filled in, nothing left to guess. */

import { present } from "../basics/present.ts";
import { oneLine, toCheck } from "../config/fields/command-check.ts";
import { normalPath } from "../config/fields/fields.ts";
import { toBackoff, toBudget } from "../config/fields/shared-policy-fields.ts";
import { BugError } from "../domain/bug.ts";
import type { Config } from "../domain/spec/config.ts";
import type { CommandCheck, Contract, GangSpec, Plan, TaskSpec } from "../domain/spec/plan.ts";
import { fallbackAgent } from "./check-agents.ts";
import type { PlanFile } from "./plan-schema.ts";

const GATE_TIMEOUT_S = 600;
const COMMITMENT_TIMEOUT_S = 30;

type TaskFile = PlanFile["tasks"][number];

export function toPlan(plan: PlanFile, file: string, config: Config): Plan {
  return {
    title: oneLine(plan.title ?? fileTitle(file)),
    ...present({ base: plan.base }),
    gangs: Object.fromEntries(Object.entries(plan.gangs ?? {}).map(([name, gang]) => [name, toGang(gang)])),
    tasks: withOwnGates(
      plan.tasks.map((task) => toTask(task, plan.defaults ?? {}, config)),
      (plan.defaults?.gates ?? []).map((check) => toCheck(check, GATE_TIMEOUT_S).run),
    ),
    ...present({ contract: plan.contract && toContract(plan.contract) }),
    checkpoints: (plan.checkpoints ?? []).map(({ id, after, checks, session }) => ({
      id,
      after: [...new Set(after)],
      checks: checks ?? [],
      ...present({ session }),
    })),
  };
}

function toTask(task: TaskFile, defaults: NonNullable<PlanFile["defaults"]>, config: Config): TaskSpec {
  const set = { ...defaults, ...task };
  const agent = set.agent ?? fallbackAgent(config);
  if (agent === undefined) throw new BugError(`task ${task.id} passed the checks without an agent`);
  return {
    id: task.id,
    title: oneLine(task.title ?? task.prompt.trim().split("\n", 1)[0] ?? ""),
    prompt: task.prompt,
    role: set.role ?? "worker",
    dependsOn: [...new Set(task.depends_on)],
    files: [...new Set((task.files ?? []).map((path) => normalPath(path) ?? path))],
    agent,
    ...present({ tier: set.tier, gang: set.gang }),
    gates: (set.gates ?? []).map((check) => toCheck(check, GATE_TIMEOUT_S)),
    commitments: (set.commitments ?? []).map((check) => toCheck(check, COMMITMENT_TIMEOUT_S)),
    acceptance: (set.acceptance ?? []).map(({ criterion, verify_by, target }) => {
      return { criterion, verifyBy: verify_by, ...present({ target }) };
    }),
    budget: toBudget(defaults.budget, task.budget),
    priority: set.priority ?? 0,
    tags: [...new Set(set.tags)],
  };
}

/** What only one of several tasks is measured by is there to be made true by it. */
function withOwnGates(tasks: readonly TaskSpec[], shared: readonly string[]): readonly TaskSpec[] {
  if (tasks.length === 1) return tasks;
  const users = new Map<string, number>();
  for (const { gates } of tasks)
    for (const run of new Set(gates.map((gate) => gate.run))) users.set(run, (users.get(run) ?? 0) + 1);
  const own = (gate: CommandCheck): CommandCheck =>
    users.get(gate.run) === 1 && !shared.includes(gate.run) && gate.mustPass === undefined
      ? { ...gate, mustPass: true }
      : gate;
  return tasks.map((task) => ({ ...task, gates: task.gates.map(own) }));
}

function toGang({ strategy, intensity, within_s, backoff, budget }: NonNullable<PlanFile["gangs"]>[string]): GangSpec {
  return {
    strategy,
    ...(budget && { budget: toBudget(budget) }),
    ...present({ intensity, withinS: within_s, backoff: backoff === undefined ? undefined : toBackoff(backoff) }),
  };
}

function toContract({ entities = [], core_queries = [] }: NonNullable<PlanFile["contract"]>): Contract {
  return {
    entities: entities.map(({ name, type, path, table, key_fields, created_by_task }) => ({
      name,
      type,
      path: normalPath(path) ?? path,
      ...present({ table }),
      keyFields: key_fields ?? [],
      createdByTask: created_by_task,
    })),
    coreQueries: core_queries,
  };
}

function fileTitle(file: string): string {
  const name = file.split(/[/\\]/).at(-1) ?? file;
  return name.replace(/\.ya?ml$/, "") || file;
}
