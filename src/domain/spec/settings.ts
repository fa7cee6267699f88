/** The part of the configuration the engine decides by. Journaled when a run is created and each time it is opened. */
import type { Advisors } from "../work/advisor.ts";
import type { Policies, WorkspaceConfig } from "./config.ts";
import type { Budget } from "./plan.ts";

export interface Settings {
  readonly maxParallel: number;
  readonly workspace: Pick<WorkspaceConfig, "changesets" | "raiseTierWhenWrong" | "evictionsMax">;
  readonly policies: Policies;
  readonly budgets: Budget;
  readonly advisors: Advisors;
  readonly agents: Readonly<Record<string, AgentSettings>>;
}

export interface AgentSettings {
  readonly minutes: number;
  readonly parallel: number;
  /** It is given the tools by which it can call back; absent: it is not told of any. */
  readonly tools?: true;
  readonly tiers: readonly { readonly name: string; readonly model: string }[];
  /** Whose usage limits it shares; absent: its own. */
  readonly account?: string;
  readonly autoResume?: boolean;
  /** Absent in old runs: never. */
  readonly repeats?: number;
}
