/** Reeve's own children that look after a run beside its agents. Names only; what each does is in `runtime/monitors`. */
export const MONITORS = ["health", "budget", "hygiene", "violations"] as const;
export type Monitor = (typeof MONITORS)[number];

/** One that the tree wants at work. The next start is another incarnation. */
export interface LiveMonitor {
  readonly monitor: Monitor;
  readonly incarnation: number;
}

/** What is remembered of a monitor's failures. */
export interface MonitorTrouble {
  readonly failures: number;
  /** Of the latest. */
  readonly at: number;
  readonly message: string;
}
