/** The part of the configuration the engine decides by. Journaled when a run is created and each time it is opened. */
import type { Advisors } from "../work/advisor.ts";
import type { HealthLimits } from "../work/health.ts";
import type { Caps } from "./caps.ts";
import type { Policies, WorkspaceConfig } from "./config.ts";
import type { ReceiverName } from "./notify.ts";
import type { Budget } from "./plan.ts";
import type { ViolationRule } from "./violation-rule.ts";

export interface Settings {
  readonly maxParallel: number;
  /** waiting: absent in old runs, which have no such limit. */
  readonly workspace: Pick<WorkspaceConfig, "changesets" | "raiseTierWhenWrong" | "evictionsMax"> &
    Partial<Pick<WorkspaceConfig, "waiting">>;
  readonly policies: Policies;
  readonly budgets: Budget;
  /** Absent: there are none. */
  readonly caps?: Caps;
  readonly advisors: Advisors;
  readonly agents: Readonly<Record<string, AgentSettings>>;
  /** What no agent may do; of a run, as it was when the run began. Absent: nothing beside what Reeve looks for itself. */
  readonly violations?: readonly ViolationRule[];
  /** Of the reeve.yaml these rules were read from; absent in old runs. */
  readonly rulesHash?: string;
  /** Receivers of messages when a person is needed; absent: none. */
  readonly notify?: readonly ReceiverName[];
}

export interface TierSettings {
  readonly name: string;
  readonly model: string;
  /** Dollars for a million tokens of a usual mix; absent: no price is known. */
  readonly usdPerMillion?: number;
}

export interface AgentSettings {
  readonly minutes: number;
  readonly parallel: number;
  /** It is given the tools by which it can call back; absent: it is not told of any. */
  readonly tools?: true;
  readonly tiers: readonly TierSettings[];
  /** Whose usage limits it shares; absent: its own. */
  readonly account?: string;
  readonly autoResume?: boolean;
  /** What it may not do beside what none may; as it was when the run began. */
  readonly violations?: readonly ViolationRule[];
  /** Absent in old runs: never. */
  readonly repeats?: number;
  /** Absent in old runs: nobody is taken for stuck. */
  readonly health?: HealthLimits;
}
