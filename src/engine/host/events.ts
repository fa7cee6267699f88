/** What happens to the machines that run attempts. */
export type HostEvent =
  | { readonly type: "host_up"; readonly host: string; readonly bootId: string }
  | { readonly type: "host_silent"; readonly host: string; readonly beats: number }
  | { readonly type: "host_lost"; readonly host: string };
