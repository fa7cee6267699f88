/** What must be true of everything that holds work back: usage limits, the network, growth. Looked at after every step. */
import type { Attempt } from "../../src/domain/work/attempt.ts";
import { isGrown } from "../../src/engine/growth/growth-left.ts";
import { accountOf, workOf } from "../../src/engine/lookup.ts";
import { heldEndpoint } from "../../src/engine/network/held-endpoint.ts";
import type { State } from "../../src/engine/state.ts";
import type { World } from "./world.ts";

/** Nobody of an account starts while it is held; what the limit itself was found in had started before. */
export function limitsAreKept({ journal, state }: World): void {
  const events = journal.at(-1)?.events ?? [];
  const holds = ["account_held", "account_paced", "endpoint_held"];
  if (events.some(({ type }) => holds.includes(type))) return;
  for (const event of events) {
    if (event.type !== "attempt_started" && event.type !== "attempt_admitted") continue;
    const attempt = state.attempts.live.get(event.attempt);
    const isHeld = attempt?.phase === "deferred" || (event.type === "attempt_started" && event.deferred);
    if (!attempt || isHeld) continue; // one that is ended before it was let start did not start
    growthIsKept(state, attempt);
    const account = accountOf(state.settings, attempt.agent);
    if (state.accounts.held.has(account)) throw new Error(`${attempt.id} starts while ${account} is held`);
    const endpoint = heldEndpoint(state, { id: attempt.task ?? attempt.advisor, agent: attempt.agent });
    if (endpoint !== null) throw new Error(`${attempt.id} starts while ${endpoint} cannot be reached`);
  }
}

/** Nobody beyond the plan starts where as many have as may without a person's word. */
function growthIsKept(state: State, attempt: Attempt): void {
  if (!isGrown(state, workOf(state, attempt))) return;
  const { addedAgents = 200 } = state.settings.policies;
  const { agents, allowed } = state.growth;
  if (agents > addedAgents * (1 + allowed)) throw new Error(`${attempt.id} is agent ${agents} beyond the plan`);
}

/** Who failed because its provider was away waits for it: no retry, no restart, no higher tier. */
export function nobodyPaysForTheNetwork({ journal, state }: World): void {
  if (state.settings.policies.holdUnreachable === false) return;
  for (const event of journal.at(-1)?.events ?? []) {
    if (event.type !== "attempt_ended" || !event.unreached || event.unreached.agents.length === 0) continue;
    const { task } = event;
    const next = journal.at(-1)?.events.find((each) => each.type === "task_requeued" && each.task === task);
    if (next?.type === "task_requeued" && next.because.rule !== "unreachable")
      throw new Error(`${task} could not reach ${event.unreached.endpoint}, and is requeued by ${next.because.rule}`);
  }
}
