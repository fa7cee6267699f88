/** How much may still come into a run without a person's word: tasks, agents and money of fixes, replans and advisors. */
import { ADDED_AGENTS, ADDED_TASKS, ADDED_USD } from "../settings.ts";
import type { State } from "../state.ts";

/** Tasks that may still be added. */
export function growthLeft({ settings: { policies }, replans: { added }, growth }: State): number {
  if (growth.refused) return 0;
  const { addedTasks = ADDED_TASKS } = policies;
  // Where none may be added, a yes is worth one all the same.
  return Math.max(0, addedTasks + growth.allowed * Math.max(1, addedTasks) - added);
}

export interface GrowthLimit {
  readonly of: "tasks" | "agents" | "usd";
  readonly limit: number;
  readonly used: number;
}

/** The limit that agents beyond the plan have come to; null: none. */
export function reachedLimit({ settings: { policies }, growth }: State): GrowthLimit | null {
  const times = 1 + growth.allowed;
  const agents = (policies.addedAgents ?? ADDED_AGENTS) * times;
  const usd = (policies.addedUsd ?? ADDED_USD) * times;
  if (growth.agents >= agents) return { of: "agents", limit: agents, used: growth.agents };
  return growth.usd >= usd ? { of: "usd", limit: usd, used: growth.usd } : null;
}

/** Whether it came into the run without a person's word. */
export function isGrown({ growth }: State, { id, kind }: { readonly id: string; readonly kind: string }): boolean {
  return kind === "advisor" || growth.tasks.includes(id);
}

/** It may not start before a person was asked. */
export function holdsGrowth(state: State, work: { readonly id: string; readonly kind: string }): boolean {
  return isGrown(state, work) && reachedLimit(state) !== null;
}
