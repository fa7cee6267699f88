/** Which endpoint that cannot be reached stands between a piece of work and its start. A look at the state. */
import type { State } from "../state.ts";
import type { EndpointHold } from "./endpoint-hold.ts";

/** Null: none. */
export function heldEndpoint({ network }: State, { id, agent }: { id: string; agent: string }): string | null {
  for (const [endpoint, hold] of network.held) if (needs(hold, id, agent)) return endpoint;
  return null;
}

export function needs({ agents, works }: EndpointHold, id: string, agent: string): boolean {
  return agents.includes(agent) || works.includes(id);
}
