/** What stands between a ready task and the tree: its own earlier agent, its agent's limit, a file, a gang that is busy. */

import type { Task } from "../../domain/task.ts";
import { accountOf } from "../account/accounts.ts";
import type { State } from "../state.ts";

/** The name of what the task must wait for, or null. `evolve` calls it back under the same name. */
export function takenResource(state: State, task: Task): string | null {
  const { derived, settings } = state;
  if (task.path !== null || task.attempt !== null) return `task:${task.id}`;
  if (state.merge.coherence.held !== null && task.advises === null) return HOLD;
  if (derived.askedAgents.has(task.spec.agent)) return loginResource(task.spec.agent);
  const account = accountOf(settings, task.spec.agent);
  if (state.accounts.held.has(account)) return accountResource(account);
  const limit = settings.agents[task.spec.agent]?.parallel ?? settings.maxParallel;
  if ((derived.perAgent.get(task.spec.agent) ?? 0) >= limit) return `agent:${task.spec.agent}`;
  const file = task.spec.files.find((each) => derived.fileHolders.has(each));
  if (file !== undefined) return `file:${file}`;
  if (task.spec.gang !== undefined && gangIsBusy(state, task.spec.gang)) return `gang:${task.spec.gang}`;
  return null;
}

/** What everybody but advisors waits for while it is decided which branches change. */
export const HOLD = "coherence";

/** What all tasks of an account wait for while its usage limit has not reset. */
export function accountResource(account: string): string {
  return `account:${account}`;
}

/** What all tasks of an agent wait for while a person has to see to its login or its account. */
export function loginResource(agent: string): string {
  return `login:${agent}`;
}

/** While some of its agents are being stopped, a gang answers nobody; nothing is added to it then. */
function gangIsBusy(state: State, gang: string): boolean {
  return (state.derived.gangTasks.get(gang) ?? []).some((id) => {
    const attempt = state.tasks.get(id)?.attempt;
    return attempt != null && state.attempts.live.get(attempt)?.phase === "stopping";
  });
}
