/** Which rules hold for whom, and what follows when one is broken. The rules of a run are those of its beginning. */

import type { Settings } from "../../domain/spec/settings.ts";
import { BUILT_IN_VIOLATIONS, type Response, type ViolationRule } from "../../domain/spec/violation-rule.ts";

export function rulesFor({ violations = [], agents }: Settings, agent: string): readonly ViolationRule[] {
  const own = agents[agent]?.violations ?? [];
  return [...violations, ...own];
}

/** The hardest that is said of it; null: no rule names it. */
export function responseTo(settings: Settings, agent: string, broken: string): Response | null {
  const isBuiltIn = BUILT_IN_VIOLATIONS.some((name) => name === broken);
  const rules = rulesFor(settings, agent).filter(({ name, on, of }) =>
    isBuiltIn ? on === "seen" && of.includes(broken) : name === broken,
  );
  const said = rules.map(({ response }) => response);
  return HARDEST_FIRST.find((response) => said.includes(response)) ?? null;
}

const HARDEST_FIRST: readonly Response[] = ["reap", "pause", "warn", "notify", "log"];

/**
 * A run keeps the rules it began with, whatever its files say by now: an agent that could change them, and have Reeve start
 * anew, would be rid of them. A run of an earlier Reeve has none yet and takes those that are there.
 */
export function keepRules(before: Settings, now: Settings): Settings {
  if (before.rulesHash === undefined) return now;
  const { violations: _new, rulesHash: _hash, ...rest } = now;
  const agents = Object.entries(now.agents).map(([name, { violations: _own, ...agent }]) => {
    const own = before.agents[name]?.violations;
    return [name, { ...agent, ...(own && { violations: own }) }] as const;
  });
  return {
    ...rest,
    agents: Object.fromEntries(agents),
    ...(before.violations && { violations: before.violations }),
    rulesHash: before.rulesHash,
  };
}
