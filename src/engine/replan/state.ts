/** The plan beside its tasks, and the changes of it that wait for a person. Two slices of the state. */
import type { CheckpointSpec, Contract, GangSpec, TaskId } from "../../domain/spec/plan.ts";
import type { Replan, ReplanId } from "../../domain/spec/replan.ts";
import { mapSlice, plainSlice } from "../slice.ts";

export interface PlanState {
  gangs: Readonly<Record<string, GangSpec>>;
  contract: Contract | null;
  checkpoints: readonly CheckpointSpec[];
  /** Tasks of the plan file that a change of the plan took out; absent: none. */
  gone?: readonly TaskId[];
}

export interface ReplansState {
  open: Map<ReplanId, Replan>;
  /** How often another plan was asked for, and how many could be proposed. */
  asked: number;
  proposed: number;
  /** Tasks that came into the run without a person's word. */
  added: number;
}

export const planSlice = plainSlice<PlanState>(() => ({ gangs: {}, contract: null, checkpoints: [] }));
export const replansSlice = mapSlice<ReplansState>(
  () => ({ open: new Map(), asked: 0, proposed: 0, added: 0 }),
  "open",
);
