/** What happens to the machines that run attempts. */
import type { HostRoom } from "../../domain/tree/host-room.ts";

export type HostEvent =
  | { readonly type: "host_up"; readonly host: string; readonly bootId: string }
  | { readonly type: "host_silent"; readonly host: string; readonly beats: number }
  | { readonly type: "host_lost"; readonly host: string }
  /** How many agents may work at once by what Reeve's own has left. */
  | { readonly type: "host_room_changed"; readonly room: HostRoom | null };
