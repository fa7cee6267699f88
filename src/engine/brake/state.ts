/** What the brake goes by: the latest decisions about tasks, and whether a release is still on its first task. A slice of the state. */
import type { TaskId } from "../../domain/spec/plan.ts";
import { plainSlice } from "../slice.ts";

export interface Decided {
  readonly task: TaskId;
  /** Of the failure it was lost by; null: it is done. */
  readonly class: string | null;
}

export interface BrakeState {
  /** The latest few, oldest first. */
  decided: readonly Decided[];
  /** A person released the brake, and no task was done since: one agent at a time. */
  staged: boolean;
  /** It holds agents instead of ending them; absent: it does not. */
  paused?: boolean;
}

export const brakeSlice = plainSlice<BrakeState>(() => ({ decided: [], staged: false }));
