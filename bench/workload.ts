/**
 * The work that Reeve's own measurements give it: plans of short tasks, and agents that take no time and no process. All
 * else (engine, journal, performer, loop) is the real thing.
 */

import { projectAt } from "../src/app/project/project.ts";
import { createRun } from "../src/app/run/create-run.ts";
import { sharedFolder } from "../src/compose/open-workshop.ts";
import type { AttemptId } from "../src/domain/work/attempt.ts";
import type { Outcome } from "../src/domain/work/outcome.ts";
import type { AgentHost, AgentHostListener } from "../src/effects/agents/host/agent-host.ts";
import { settingsOf } from "../src/engine/settings.ts";
import { defineFleet, type FleetDefinition } from "../src/library/define-fleet.ts";
import type { RunPlace } from "../src/runtime/run/run-place.ts";
import type { RunRecord } from "../src/runtime/run/run-rules.ts";
import { runnerOf } from "../src/runtime/run/run-system.ts";
import { realClock } from "../src/runtime/time/clock.ts";

export const STEPS = 10;

/** Workflows of ten steps each: chains of ten tasks. */
export function workflows(count: number, parallel: number): FleetDefinition {
  const tasks = Array.from({ length: count }, (_, workflow) =>
    Array.from({ length: STEPS }, (_, step) => {
      const before = step === 0 ? "" : `, depends_on: [w${workflow}-${step - 1}]`;
      return `  - { id: w${workflow}-${step}, prompt: Do step ${step} of workflow ${workflow}.${before} }`;
    }),
  );
  return define(`tasks:\n${tasks.flat().join("\n")}\n`, parallel);
}

/** Tasks that wait for nothing. */
export function singles(count: number, parallel: number): FleetDefinition {
  const tasks = Array.from({ length: count }, (_, task) => `  - { id: t${task}, prompt: Do piece ${task}. }`);
  return define(`tasks:\n${tasks.join("\n")}\n`, parallel);
}

/** Tasks that wait for two earlier ones each and share some of their files, as in a large plan of real work. */
export function meshed(count: number, parallel: number): FleetDefinition {
  const tasks = Array.from({ length: count }, (_, task) => {
    const before = task < 50 ? [] : [task - 1 - ((task * 7919) % 40), task - 1 - ((task * 104_729) % 37)];
    const waits = [...new Set(before)].map((other) => `t${other}`).join(", ");
    const files = `[src/${task}.ts, src/shared-${task % 500}.ts]`;
    return `  - { id: t${task}, prompt: Do piece ${task}., depends_on: [${waits}], files: ${files} }`;
  });
  return define(`tasks:\n${tasks.join("\n")}\n`, parallel);
}

/** Restarts are never refused and never wait: what is measured is the work, not the patience. */
function define(plan: string, parallel: number): FleetDefinition {
  const config = `
agents: { agent: { adapter: command, command: [none] } }
isolation: none
max_parallel: ${parallel}
policies: { worker: { restarts: unlimited, backoff: none }, attempts_max: 10000 }
`;
  const checked = defineFleet({ config, plan });
  if (!checked.ok) throw new Error(checked.mistakes.map((mistake) => mistake.what).join("; "));
  return checked.value;
}

/** How the n-th attempt of a task ends, as soon as it has begun. */
export type EndOf = (task: string, attempt: number) => Outcome;

/** Works the whole plan in a new run below `root`. */
export async function workPlan(
  root: string,
  { plan, config }: FleetDefinition,
  endOf: EndOf,
  onRecord: (record: RunRecord) => void,
): Promise<RunPlace> {
  const project = projectAt(root, `${root}/.reeve`);
  const settings = settingsOf(config);
  const loaded = { plan, config, planFile: "plan.yaml", planHash: "bench" };
  const place = await createRun(project, loaded, settings, { base: null, gates: [] }, Date.now);
  const lease = await project.runs.lease(place.id);
  if ("heldBy" in lease) throw new Error("somebody has the run that is to be measured");
  const runner = runnerOf({
    runs: project.runs,
    lease,
    place,
    project: root,
    openWorkshop: async () => sharedFolder(root, place, config),
    verifyParallel: 1,
    settings,
    failureRules: [],
    configs: config.agents,
    identity: { host: "bench", bootId: "bench", pid: process.pid, version: "bench" },
    openHost: (listener) => instantHost(listener, endOf),
    clock: realClock(),
    dice: Math.random,
    wait: false,
    onRecord,
  });
  const end = await runner.work().finally(lease.release);
  if (end.type !== "ended" || end.state.run.verdict !== "done")
    throw new Error(`the run did not end well: ${end.type}`);
  return place;
}

export function done(task: string): Outcome {
  const none = { files_created: [], files_modified: [], decisions: [], tests_added: [], concerns: [] };
  return { type: "done", result: { status: "done", task_id: task, ...none } };
}

/** Agents in memory: up at once, ended in the next turn. */
function instantHost({ onEnd }: AgentHostListener, endOf: EndOf): AgentHost {
  const end = (attempt: AttemptId, outcome: Outcome): void => onEnd(attempt, { outcome, leftovers: 0, survivors: [] });
  return {
    start: async ({ attemptId, taskId, number }) => {
      setImmediate(() => end(attemptId, endOf(taskId, number)));
      return { type: "started", pid: 1 };
    },
    stop: async () => ({ type: "not_running" }),
    steer: async () => ({ type: "not_running" }),
    observe: async () => ({ state: "never_started" }),
    adopt: async () => ({ state: "never_started" }),
    vitals: async () => new Map(),
    commands: async () => new Map(),
    pause: async () => {},
    wake: async () => {},
    lookIn: async () => {},
    renewLease: async () => {},
    close: async () => {},
  };
}
