/** What is heard of the machines that run attempts. */
import type { HostRoom } from "../../domain/tree/host-room.ts";

export type HostInput =
  | { readonly type: "host_up"; readonly host: string; readonly bootId: string }
  /** A beat of the host did not come. */
  | { readonly type: "host_silent"; readonly host: string }
  | { readonly type: "host_lost"; readonly host: string }
  /** How many agents Reeve's own has room for; null: as many as the settings allow. */
  | { readonly type: "host_observed"; readonly room: HostRoom | null }
  /** Reeve's own has little of it left. */
  | { readonly type: "host_low"; readonly what: "disk" | "memory"; readonly leftMb: number };
