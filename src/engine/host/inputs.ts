/** What is heard of the machines that run attempts. */
export type HostInput =
  | { readonly type: "host_up"; readonly host: string; readonly bootId: string }
  /** A beat of the host did not come. */
  | { readonly type: "host_silent"; readonly host: string }
  | { readonly type: "host_lost"; readonly host: string }
  /** Reeve's own has little of it left. */
  | { readonly type: "host_low"; readonly what: "disk" | "memory"; readonly leftMb: number };
