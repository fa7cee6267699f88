/** What is reported about Reeve's own children of the tree. */
import type { Monitor } from "../../domain/tree/monitor.ts";

export type TreeInput = {
  readonly type: "monitor_failed";
  readonly monitor: Monitor;
  /** Whose failure it is; one of an earlier incarnation counts for nothing. Absent: whichever there is. */
  readonly incarnation?: number;
  readonly message: string;
};
