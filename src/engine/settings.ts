/** The settings the engine decides by: read off a configuration, and those of a run that has none yet. */
import type { Config } from "../domain/config.ts";
import type { Settings } from "../domain/settings.ts";

/** The part of the configuration the engine decides by. */
export function settingsOf(config: Config): Settings {
  const agents: Settings["agents"] = Object.fromEntries(
    Object.entries(config.agents).map(([name, agent]) => [
      name,
      { minutes: agent.limits.minutes, parallel: agent.limits.parallel, tiers: agent.tiers },
    ]),
  );
  const { maxParallel, policies, advisors, budgets } = config;
  const { changesets, raiseTierWhenWrong, evictionsMax } = config.workspace;
  return {
    maxParallel,
    workspace: { changesets, raiseTierWhenWrong, evictionsMax },
    policies,
    budgets,
    advisors,
    agents,
  };
}

/** Of runs whose settings were written down before there was this limit. */
export const LOST_ATTEMPTS = 5;

const NONE = { restarts: 0, withinS: 1, backoff: { kind: "none" }, graceS: 0 } as const;
export const NO_SETTINGS: Settings = {
  maxParallel: 1,
  workspace: {
    changesets: { crash: "keep", budget: "keep", spinning: "discard", wrong: "discard" },
    raiseTierWhenWrong: false,
    evictionsMax: 3,
  },
  policies: {
    roles: { worker: NONE, drone: NONE, lead: NONE },
    malformedRetries: 0,
    lineageRetries: 0,
    attemptsMax: 1,
    escalation: "ask",
    replan: "ask",
    replans: 3,
    holdAccounts: true,
    patterns: { threshold: 2, running: "finish" },
    haltFailedShare: 0.3,
    orphanMinutes: 1,
  },
  budgets: {},
  advisors: {},
  agents: {},
};
