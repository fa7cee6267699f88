/**
 * Which ready work enters the tree now: best first, as much as there are slots, never two that claim one file, never more
 * of an agent than its limit, nothing new while too much waits to be merged; and what stands between ready work and the
 * tree: its own earlier agent, a freeze, a full merge queue, a login, a limit, the network, a file, a busy gang. Work is
 * proportional to what changed, not to the plan.
 */
import type { Work } from "../domain/work/work.ts";
import { paceAfterStart } from "./account/decide.ts";
import { policyOf } from "./attempt/start-attempt.ts";
import { slotsOf } from "./brake/slots.ts";
import { isRepair, keptForRepair } from "./budget/parts/repair-share.ts";
import type { Context } from "./context.ts";
import { holdsGrowth } from "./growth/growth-left.ts";
import { accountOf, treeOf } from "./lookup.ts";
import { heldEndpoint } from "./network/held-endpoint.ts";
import { isNew, queueIsFull, waitingOf } from "./scheduling/full-queue.ts";
import { bestComesBack, popReady, stepAside } from "./scheduling/ready-queue.ts";
import type { Resource } from "./scheduling/resource.ts";
import type { State } from "./state.ts";
import { childState } from "./supervision/shape/tree.ts";
import { ADVISORS, DRONES, GANGS, parentOf, workSupervisor, workWorker } from "./tree/run-tree.ts";
import { countOn, tellTree } from "./tree/supervise.ts";

export function dispatchReady(context: Context): void {
  const { state } = context;
  const { derived } = state;
  while (state.run.phase === "working" && derived.inTree < slotsOf(state)) {
    // One place at a time: thousands may wait for it, and each place is for one of them.
    if (!queueIsFull(state)) bestComesBack(derived.ready, QUEUE);
    const work = popReady(derived.ready);
    if (!work) return;
    const taken = takenResource(state, work);
    if (taken !== null) {
      stepAside(derived.ready, work, taken);
      continue;
    }
    enterTree(context, work);
    paceAfterStart(context, work);
  }
}

const QUEUE = { of: "queue", waiting: 0 } as const;

function enterTree(context: Context, work: Work): void {
  const { gang } = work.spec;
  const policy = policyOf(context.state.settings, work);
  const tree = treeOf(context.state);
  const parent = work.kind === "advisor" && childState(tree, ADVISORS) === null ? DRONES : parentOf(work);
  // A gang that gave up is started again by hand: that counts as no restart.
  if (gang !== undefined && childState(tree, parent) === "stopped")
    tellTree(context, { type: "call", ref: null, call: { do: "restart_child", parent: GANGS, id: gang } });
  const spec = gang === undefined ? workSupervisor(work.id, policy) : workWorker(work.id, policy);
  tellTree(context, { type: "call", ref: null, call: { do: "start_child", parent, spec } });
  if (gang === undefined) countOn(context, work, policy);
}

/** Null: nothing. Whoever lets go of it calls back all that wait for it. */
export function takenResource(state: State, work: Work): Resource | null {
  const { derived, settings } = state;
  const { id, kind, path, attempt, spec } = work;
  const { agent, files, gang } = spec;
  if (path !== null || attempt !== null) return { of: "work", id };
  if (state.merge.coherence.frozen !== null && kind === "task") return { of: "freeze" };
  if (isNew(state, work) && queueIsFull(state)) return { of: "queue", waiting: waitingOf(state) };
  if (derived.askedAgents.has(agent)) return { of: "login", agent };
  const account = accountOf(settings, agent);
  if (state.accounts.held.has(account)) return { of: "account", account };
  const endpoint = heldEndpoint(state, { id, agent });
  if (endpoint !== null) return { of: "endpoint", endpoint };
  if (holdsGrowth(state, { id, kind })) return { of: "growth" };
  if (!isRepair(work) && keptForRepair(state) !== null) return { of: "repair" };
  const limit = settings.agents[agent]?.parallel ?? settings.maxParallel;
  if ((derived.perAgent.get(agent) ?? 0) >= limit) return { of: "agent", agent };
  const file = files.find((each) => derived.fileHolders.has(each));
  if (file !== undefined) return { of: "file", file };
  return gang !== undefined && gangIsBusy(state, gang) ? { of: "gang", gang } : null;
}

/** While some of its agents are being stopped, a gang answers nobody; nothing is added to it then. */
function gangIsBusy(state: State, gang: string): boolean {
  return (state.derived.gangTasks.get(gang) ?? []).some((id) => {
    const attempt = state.tasks.get(id)?.attempt;
    return attempt != null && state.attempts.live.get(attempt)?.phase === "stopping";
  });
}
