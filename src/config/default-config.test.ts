/** All that counts where `reeve.yaml` is silent. */

import { expect, test } from "vitest";
import { NO_SANDBOX } from "../domain/spec/sandbox.ts";
import { parseConfig } from "./parse-config.ts";

const health = { silenceS: 600, toolS: 1_800, busyS: 2_700, stoppedS: 30 };

test("a file that names an agent and nothing else gets every default filled in", () => {
  const checked = parseConfig("agents: { a: { adapter: command, command: run-it } }\n", "reeve.yaml");
  expect(checked.ok && checked.value).toEqual({
    agents: {
      a: {
        adapter: "command",
        command: ["run-it"],
        env: {},
        tiers: [],
        limits: { minutes: 60, outputMb: 32, parallel: 10_000, repeats: 30, health },
        options: {},
      },
    },
    maxParallel: 4,
    isolation: "worktree",
    workspace: {
      setup: [],
      changesets: { crash: "keep", budget: "keep", spinning: "discard", wrong: "discard" },
      raiseTierWhenWrong: false,
      keep: "unmerged",
      evictionsMax: 3,
      secrets: true,
      parallel: 4,
      verifyParallel: 2,
      waiting: 8,
    },
    policies: {
      roles: {
        worker: {
          restarts: 3,
          withinS: 300,
          backoff: { kind: "exponential", baseS: 2, capS: 60, jitter: 0.1 },
          graceS: 10,
        },
        drone: { restarts: 1, withinS: 60, backoff: { kind: "none" }, graceS: 5 },
        lead: {
          restarts: 10,
          withinS: 3600,
          backoff: { kind: "exponential", baseS: 5, capS: 300, jitter: 0.1 },
          graceS: 10,
        },
      },
      malformedRetries: 3,
      lineageRetries: 3,
      attemptsMax: 20,
      lostAttempts: 5,
      uncountedAttempts: 30,
      advisorCalls: { perLineage: 12, perCause: 6, perHour: 60 },
      addedTasks: 20,
      addedAgents: 200,
      addedUsd: 50,
      escalation: "ask",
      replan: "ask",
      replans: 3,
      holdAccounts: true,
      autoResume: true,
      limitBackoff: { kind: "exponential", baseS: 60, capS: 3600, jitter: 0.1 },
      holdUnreachable: true,
      probeBackoff: { kind: "exponential", baseS: 2, capS: 60, jitter: 0.1 },
      unreachableMinutes: 60,
      patterns: { threshold: 2, running: "finish" },
      coherence: "hold",
      haltFailedShare: 0.3,
      orphanMinutes: 240,
    },
    advisors: {},
    kanban: { retries: 3 },
    epic: { roles: {}, workers: [], git: false, tickOnExit: false },
    notify: [],
    budgets: {},
    gates: [],
    ...{ gateway: false, callback: true, sandbox: { ...NO_SANDBOX, mode: "auto" } },
    journal: { waitMinutes: 10 },
    hygiene: { everyS: 300, olderThanDays: 7 },
    violations: [],
    paths: { state: ".reeve" },
    failures: [],
  });
});
