/** Endpoints that cannot be reached. A slice of the state. */
import { mapSlice, type Slice } from "../slice.ts";
import type { EndpointHold } from "./endpoint-hold.ts";

export interface NetworkState {
  held: Map<string, EndpointHold>;
  /** By endpoint that is nobody's provider: whose attempts could not reach it so far. */
  missed: Readonly<Record<string, readonly string[]>>;
  /** Whose agents reach them though Reeve does not, or a person says so: no start waits for a try of Reeve's. Absent: none. */
  trusted?: readonly string[];
}

const WITH_MAP = mapSlice<NetworkState>(() => ({ held: new Map(), missed: {} }), "held");

/** Snapshots were written before there was any; where there is nothing to tell they stay as they were. */
export const networkSlice: Slice<NetworkState> = {
  ...WITH_MAP,
  freeze: (slice) =>
    slice.held.size === 0 && Object.keys(slice.missed).length === 0 && slice.trusted === undefined
      ? undefined
      : WITH_MAP.freeze(slice),
  thaw: (frozen) => (frozen === undefined ? WITH_MAP.initial() : WITH_MAP.thaw(frozen)),
};
