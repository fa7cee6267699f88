/** Machines that run attempts. A slice of the state. */
import { wholeMap } from "../slice.ts";

/** A boot id that changed means that its processes of before are gone. */
export interface Host {
  readonly bootId: string;
  /** Beats in a row that did not come. */
  readonly silentBeats: number;
}

export const hostsSlice = wholeMap<string, Host>();
