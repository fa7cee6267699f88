/** What stands between ready work and the tree: its own earlier agent, a freeze, a login, a limit, a file, a busy gang. */
import type { Work } from "../../domain/work/work.ts";
import { accountOf } from "../lookup.ts";
import type { State } from "../state.ts";
import type { Resource } from "./resource.ts";

/** Null: nothing. Whoever lets go of it calls back all that wait for it. */
export function takenResource(state: State, { id, kind, path, attempt, spec }: Work): Resource | null {
  const { derived, settings } = state;
  const { agent, files, gang } = spec;
  if (path !== null || attempt !== null) return { of: "work", id };
  if (state.merge.coherence.frozen !== null && kind === "task") return { of: "freeze" };
  if (derived.askedAgents.has(agent)) return { of: "login", agent };
  const account = accountOf(settings, agent);
  if (state.accounts.held.has(account)) return { of: "account", account };
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
