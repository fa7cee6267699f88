/** What cannot be reached for now: since when, who needs it, how many tasks wait for it. Part of `project`. */
import { needs } from "../../../engine/network/held-endpoint.ts";
import type { State } from "../../../engine/state.ts";

export interface NetworkView {
  readonly endpoint: string;
  /** The system's word for why. */
  readonly detail: string;
  /** Agents whose provider is there; empty: only the tasks that met it wait. */
  readonly agents: readonly string[];
  /** Milliseconds since 1970, like `probeAt`, which is null while it is being tried. */
  readonly since: number;
  readonly probeAt: number | null;
  /** How often it was tried in vain. */
  readonly probes: number;
  /** Tasks that could start if it could be reached. */
  readonly waiting: number;
  readonly question: string | null;
}

export function networkView(state: State): NetworkView[] {
  return [...state.network.held].map(([endpoint, hold]) => {
    const { detail, agents, since, probeAt, probes, question = null } = hold;
    let waiting = 0;
    for (const { id, status, spec, attempt } of state.tasks.values()) {
      if (!needs(hold, id, spec.agent)) continue;
      if (status === "ready" || state.attempts.live.get(attempt ?? "")?.phase === "deferred") waiting += 1;
    }
    return { endpoint, detail, agents, since, probeAt, probes, waiting, question };
  });
}
