/** The settings the engine decides by: read off a configuration, and those of a run that has none yet. */
import type { Config } from "../domain/spec/config.ts";
import type { Backoff } from "../domain/spec/plan.ts";
import type { Settings } from "../domain/spec/settings.ts";
import { accountsOf } from "./account/accounts.ts";

/** The part of the configuration the engine decides by. */
export function settingsOf(config: Config): Settings {
  const accounts = accountsOf(config.agents);
  const agents: Settings["agents"] = Object.fromEntries(
    Object.entries(config.agents).map(([name, { adapter, limits, tiers, autoResume, violations = [] }]) => {
      const { minutes, parallel, repeats, health } = limits;
      const account = accounts.get(name) ?? name;
      const shared = { ...(account !== name && { account }), ...(autoResume !== undefined && { autoResume }) };
      const tools = config.callback && hasTools(adapter) ? ({ tools: true } as const) : {};
      return [
        name,
        {
          minutes,
          parallel,
          tiers,
          ...(repeats !== undefined && { repeats }),
          ...(health && { health }),
          ...tools,
          ...shared,
          ...(violations.length > 0 && { violations }),
        },
      ];
    }),
  );
  const { maxParallel, policies, advisors, budgets } = config;
  const { changesets, raiseTierWhenWrong, evictionsMax, waiting } = config.workspace;
  return {
    maxParallel,
    workspace: { changesets, raiseTierWhenWrong, evictionsMax, waiting },
    policies,
    budgets,
    advisors,
    agents,
    ...(config.violations.length > 0 && { violations: config.violations }),
    rulesHash: config.hash ?? NO_RULES,
    ...(config.caps && { caps: config.caps }),
    ...(config.notify.length > 0 && { notify: config.notify.map(({ name, from }) => ({ name, from })) }),
  };
}

/** Where there is no reeve.yaml that rules could be read from. */
const NO_RULES = "none";

/** Of the others nobody puts Reeve's tools before their models; such a program may call them by itself. */
function hasTools(adapter: string): boolean {
  return adapter !== "command" && adapter !== "scripted";
}

/** Of runs whose settings were written down before it could be set: 1, 2, 4 … 60 minutes. */
export const LIMIT_BACKOFF: Backoff = { kind: "exponential", baseS: 60, capS: 3600, jitter: 0.1 };

/** Of runs whose settings were written down before it could be set: 2, 4, 8 … 60 seconds. */
export const PROBE_BACKOFF: Backoff = { kind: "exponential", baseS: 2, capS: 60, jitter: 0.1 };

/** Of runs whose settings were written down before there was this limit. */
export const UNREACHABLE_MINUTES = 60;

/** Of runs whose settings were written down before there was this limit. */
export const LOST_ATTEMPTS = 5;

/** Of runs whose settings were written down before there was this limit. */
const UNCOUNTED_ATTEMPTS = 30;

/** So many attempts of a lineage may cost nothing before a person is asked. */
export function uncountedMax({ uncountedAttempts }: Config["policies"]): number {
  return uncountedAttempts ?? UNCOUNTED_ATTEMPTS;
}

/** Nobody waits long for an advisor: it is done without sooner. */
export function uncountedMaxOf(policies: Config["policies"], kind: "task" | "advisor"): number {
  const ofTask = uncountedMax(policies);
  return kind === "task" ? ofTask : Math.min(ofTask, policies.lostAttempts ?? LOST_ATTEMPTS);
}

/** Of runs whose settings were written down before advisors had limits of their own. */
export const ADVISOR_CALLS = { perLineage: 12, perCause: 6, perHour: 60 } as const;

/** Of runs whose settings were written down before there was this limit. */
export const ADDED_TASKS = 20;

/** Of runs whose settings were written down before there was this limit. */
export const ADDED_AGENTS = 200;

/** Of runs whose settings were written down before there was this limit. */
export const ADDED_USD = 50;

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
