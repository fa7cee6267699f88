/**
 * The tree every run has, as a specification:
 *
 *   root ─ project (rest_for_one) ─┬ lead       hands out the plan
 *                                  ├ crew       pool: one small supervisor per running task
 *                                  ├ drones     pool: the same with the drones' policy
 *                                  ├ advisors   pool: one small supervisor per advisor that was asked
 *                                  ├ gangs      one supervisor per gang of the plan
 *                                  └ monitors   health, budget, hygiene, violations, each under a small supervisor
 *
 * A task's small supervisor has the intensity of its policy, so one task that crashes for ever ends itself and nobody
 * else; being temporary and significant it leaves its pool when its attempt ends without being restarted. A monitor's is
 * temporary too: one that fails for ever is given up alone, and the run continues without it.
 */

import type { RestartPolicy } from "../../domain/spec/config.ts";
import type { GangSpec } from "../../domain/spec/plan.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import { MONITORS } from "../../domain/tree/monitor.ts";
import type { ChildSpec, SupervisorSpec, TreePath, WorkerSpec } from "../../domain/tree/tree.ts";
import { isOfAdvisor } from "../../domain/work/advisor.ts";
import type { Work, WorkRef } from "../../domain/work/work.ts";

export const PROJECT: TreePath = "root/project";
export const GANGS: TreePath = `${PROJECT}/gangs`;
export const ADVISORS: TreePath = `${PROJECT}/advisors`;
/** Where advisors are worked in trees that were planted before they had a pool of their own. */
export const DRONES: TreePath = `${PROJECT}/drones`;

export function runTree(settings: Settings, gangs: Readonly<Record<string, GangSpec>>): SupervisorSpec {
  const { roles } = settings.policies;
  const gangSpecs = Object.entries(gangs).map(([name, gang]) => gangSupervisor(name, gang, roles.worker));
  const project: SupervisorSpec = {
    ...supervisor("project", "rest_for_one", [
      internal("lead"),
      pool("crew", roles.worker),
      pool("drones", roles.drone),
      pool("advisors", roles.drone),
      supervisor("gangs", "one_for_one", gangSpecs),
      supervisor(
        "monitors",
        "one_for_one",
        MONITORS.map((monitor) => monitorSupervisor(monitor, roles.worker)),
      ),
    ]),
    intensity: asIntensity(roles.lead),
    periodS: roles.lead.withinS,
    backoff: roles.lead.backoff,
  };
  return { ...supervisor("root", "one_for_one", [project]), intensity: 0 };
}

/** Under which pool or gang something is worked on. */
export function parentOf({ kind, spec: { role, gang } }: Work): TreePath {
  if (kind === "advisor") return ADVISORS;
  if (gang !== undefined) return `${GANGS}/${gang}`;
  return role === "drone" ? DRONES : `${PROJECT}/crew`;
}

export function workSupervisor(task: string, policy: RestartPolicy): SupervisorSpec {
  return {
    type: "supervisor",
    id: task,
    restart: "temporary",
    significant: false,
    strategy: "one_for_one",
    intensity: asIntensity(policy),
    periodS: policy.withinS,
    backoff: policy.backoff,
    autoShutdown: "any_significant",
    children: [{ ...workWorker(task, policy), significant: true }],
  };
}

export function workWorker(task: string, policy: RestartPolicy): WorkerSpec {
  return { type: "worker", id: task, restart: "transient", significant: false, graceMs: policy.graceS * 1000 };
}

const POOLS: ReadonlySet<TreePath> = new Set([`${PROJECT}/crew`, DRONES, ADVISORS]);
const IN_GANG = `${GANGS}/`;

/** What a worker's path stands for, or null for Reeve's own children. */
export function workOfPath(path: TreePath): WorkRef | null {
  const member = path.indexOf("#");
  const isWork = member < 0 ? path.startsWith(IN_GANG) : POOLS.has(path.slice(0, member));
  if (!isWork) return null;
  const id = path.slice(path.lastIndexOf("/") + 1);
  return isOfAdvisor(id) ? { advisor: id } : { task: id };
}

/** The gang a supervisor's path stands for, or null. */
export function gangOfPath(path: TreePath): string | null {
  const rest = path.startsWith(`${GANGS}/`) ? path.slice(GANGS.length + 1) : "";
  return rest === "" || rest.includes("/") ? null : rest;
}

function gangSupervisor(name: string, gang: GangSpec, policy: RestartPolicy): SupervisorSpec {
  return {
    ...supervisor(name, gang.strategy, []),
    restart: "transient",
    intensity: gang.intensity ?? asIntensity(policy),
    periodS: gang.withinS ?? policy.withinS,
    backoff: gang.backoff ?? policy.backoff,
  };
}

function pool(id: string, policy: RestartPolicy): SupervisorSpec {
  return supervisor(id, "simple_one_for_one", [workSupervisor("task", policy)]);
}

export function monitorSupervisor(monitor: string, policy: RestartPolicy): SupervisorSpec {
  return {
    ...supervisor(monitor, "one_for_one", [internal(monitor)]),
    restart: "temporary",
    intensity: asIntensity(policy),
    periodS: policy.withinS,
    backoff: policy.backoff,
  };
}

function internal(id: string): WorkerSpec {
  return { type: "worker", id, restart: "permanent", significant: false };
}

function supervisor(id: string, strategy: SupervisorSpec["strategy"], children: readonly ChildSpec[]): SupervisorSpec {
  return {
    type: "supervisor",
    id,
    restart: "permanent",
    significant: false,
    strategy,
    intensity: 3,
    periodS: 300,
    autoShutdown: "never",
    children,
  };
}

function asIntensity(policy: RestartPolicy): number | "unlimited" {
  return policy.restarts;
}
