/** What is changed when an endpoint cannot be reached, is tried, and is reached again. */
import { comeBack } from "../scheduling/ready-queue.ts";
import type { State } from "../state.ts";
import type { AlsoEvolve, Evolve } from "../tables.ts";
import { clearTimer, setTimer } from "../timer.ts";
import type { NetworkEvent } from "./events.ts";

export const evolve: Evolve<NetworkEvent> = {
  endpoint_held: held,
  endpoint_reached(state, { endpoint, by }) {
    const { network } = state;
    if (by === "person" || by === "attempt")
      network.trusted = [...new Set([...(network.trusted ?? []), endpoint])].slice(-TRUSTED_MAX);
    network.held.delete(endpoint);
    forget(state, endpoint);
    clearTimer(state, { of: "endpoint", endpoint });
    comeBack(state.derived.ready, { of: "endpoint", endpoint });
  },
};

export const also: AlsoEvolve = {
  /** Now it is being tried. */
  timer_fired(state, { timer }) {
    const hold = timer.of === "endpoint" ? state.network.held.get(timer.endpoint) : undefined;
    if (timer.of === "endpoint" && hold) state.network.held.set(timer.endpoint, { ...hold, probeAt: null });
  },
  attempt_ended(state, { unreached, task, advisor }) {
    if (!unreached || unreached.agents.length > 0) return;
    const { endpoint } = unreached;
    const before = state.network.missed[endpoint] ?? [];
    const work = task ?? advisor;
    if (before.includes(work)) return;
    // The oldest is forgotten where many are missed: whoever meets it again is noted again.
    const others = Object.entries(state.network.missed).filter(([name]) => name !== endpoint);
    const kept = Object.fromEntries(others.slice(-MISSED_MAX));
    state.network.missed = { ...kept, [endpoint]: [...before, work] };
  },
  question_asked(state, { question }) {
    const hold = question.kind === "endpoint" ? state.network.held.get(question.endpoint) : undefined;
    if (question.kind === "endpoint" && hold)
      state.network.held.set(question.endpoint, { ...hold, question: question.id });
  },
};

const MISSED_MAX = 100;
const TRUSTED_MAX = 100;

function held(state: State, event: Extract<NetworkEvent, { type: "endpoint_held" }>, at: number): void {
  const { endpoint, agents, works, detail, probes, probeAt } = event;
  const before = state.network.held.get(endpoint);
  const { since = at, question } = before ?? {};
  const hold = { agents, works, detail, since, probes, probeAt, ...(question !== undefined && { question }) };
  state.network.held.set(endpoint, hold);
  setTimer(state, { of: "endpoint", endpoint }, probeAt);
}

function forget(state: State, endpoint: string): void {
  const { [endpoint]: _, ...others } = state.network.missed;
  state.network.missed = others;
}
