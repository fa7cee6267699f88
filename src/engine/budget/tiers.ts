/** Which model works on something: the tier the plan names, and as many above it as it was raised. */
import type { Settings } from "../../domain/spec/settings.ts";
import type { Work } from "../../domain/work/work.ts";

/** By the tiers it was raised so far, and so many more. */
export function modelOf(settings: Settings, task: Work, more = 0): string | null {
  const tiers = settings.agents[task.spec.agent]?.tiers ?? [];
  const planned = Math.max(
    tiers.findIndex((each) => each.name === task.spec.tier),
    0,
  );
  return tiers[Math.min(planned + task.counts.raised + more, tiers.length - 1)]?.model ?? null;
}

/** There is a model tier above the one it has now. */
export function canRaise(settings: Settings, task: Work): boolean {
  const tiers = settings.agents[task.spec.agent]?.tiers ?? [];
  const planned = tiers.findIndex((each) => each.name === task.spec.tier);
  return Math.max(planned, 0) + task.counts.raised < tiers.length - 1;
}
