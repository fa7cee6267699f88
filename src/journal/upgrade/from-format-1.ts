/**
 * Records of format 1 → 2. Until then every task worked in the project's own folder, nothing was verified or merged, and
 * nothing was known of common causes: what was not written down was so.
 */
import type { RawRecord, Upgrade } from "./upgrade.ts";

export const fromFormat1: Upgrade = {
  from: 1,
  record: (record: RawRecord): RawRecord => {
    const events = Array.isArray(record.events) ? record.events.map(upgraded) : record.events;
    return { ...record, events };
  },
};

function upgraded(event: unknown): unknown {
  if (!isObject(event)) return event;
  const added = ADDED[`${event["type"]}`];
  const { settings, counts } = event;
  return {
    ...added,
    ...event,
    ...(isObject(settings) && { settings: withNewSettings(settings) }),
    ...(isObject(counts) && { counts: { evictions: 0, raised: 0, ...counts } }),
  };
}

const ADDED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  run_created: { base: null },
  attempt_started: { changeset: "keep" },
  attempt_up: { workspace: null, parked: null },
  attempt_ended: { changeset: "keep" },
};

function withNewSettings(settings: Readonly<Record<string, unknown>>): unknown {
  const policies = isObject(settings["policies"]) ? settings["policies"] : {};
  return { workspace: WORKSPACE, advisors: {}, ...settings, policies: { ...POLICIES, ...policies } };
}

const WORKSPACE = {
  changesets: { crash: "keep", budget: "keep", spinning: "discard", wrong: "discard" },
  raiseTierWhenWrong: false,
  evictionsMax: 3,
};
const POLICIES = {
  holdAccounts: true,
  patterns: { threshold: 2, running: "finish" },
  haltFailedShare: 0.3,
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
