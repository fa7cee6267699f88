/** What is changed when a host is heard of, is silent, or is lost. */
import type { Evolve } from "../tables.ts";
import type { HostEvent } from "./events.ts";

export const evolve: Evolve<HostEvent> = {
  host_up(state, { host, bootId }) {
    state.hosts.set(host, { bootId, silentBeats: 0 });
  },
  host_silent(state, { host, beats }) {
    const bootId = state.hosts.get(host)?.bootId ?? "";
    state.hosts.set(host, { bootId, silentBeats: beats });
  },
  host_room_changed({ run }, { room }) {
    if (room === null) delete run.room;
    else run.room = room;
  },
  host_lost(state, { host }) {
    state.hosts.delete(host);
  },
};
