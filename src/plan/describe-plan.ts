/** A few facts that tell a person whether the plan is what they meant. Works on a checked plan. */
import type { Plan, TaskId } from "../domain/spec/plan.ts";
import { walkGraph } from "./task-graph.ts";

export interface PlanFacts {
  readonly tasks: number;
  readonly gangs: number;
  /** Tasks that can start at once. */
  readonly ready: number;
  /** The longest series in which each task waits for the one before, first to last. */
  readonly longestChain: readonly TaskId[];
  /** The most tasks that stand equally deep in the plan: about how many agents it can use. */
  readonly widest: number;
  /** How many tasks each agent gets. */
  readonly agents: Readonly<Record<string, number>>;
}

export function describePlan(plan: Plan): PlanFacts {
  const numbers = new Map(plan.tasks.map((task, number) => [task.id, number]));
  const dependsOn = plan.tasks.map((task) => task.dependsOn.flatMap((id) => numbers.get(id) ?? []));
  const depths = new Array<number>(plan.tasks.length).fill(0);
  const befores = new Map<number, number>();
  const widths: number[] = [];
  let deepest = 0;
  for (const task of walkGraph({ dependsOn }).order) {
    for (const other of dependsOn[task] ?? []) {
      const depth = (depths[other] ?? 0) + 1;
      if (depth <= (depths[task] ?? 0)) continue;
      depths[task] = depth;
      befores.set(task, other);
    }
    const depth = depths[task] ?? 0;
    widths[depth] = (widths[depth] ?? 0) + 1;
    if (depth > (depths[deepest] ?? 0)) deepest = task;
  }
  const agents: Record<string, number> = {};
  for (const { agent } of plan.tasks) agents[agent] = (agents[agent] ?? 0) + 1;
  return {
    tasks: plan.tasks.length,
    gangs: Object.keys(plan.gangs).length,
    ready: widths[0] ?? 0,
    longestChain: chainTo(deepest, befores).flatMap((task) => plan.tasks[task]?.id ?? []),
    widest: widths.reduce((most, width) => Math.max(most, width), 0),
    agents,
  };
}

function chainTo(last: number, befores: ReadonlyMap<number, number>): number[] {
  const chain: number[] = [];
  for (let at: number | undefined = last; at !== undefined; at = befores.get(at)) chain.push(at);
  return chain.reverse();
}
