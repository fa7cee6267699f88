/** What a fleet is built with, and how its work can end. */
import type { AgentConfig } from "../domain/config.ts";
import type { FailureRule } from "../domain/failure-rule.ts";
import type { KnownHistory } from "../domain/known-history.ts";
import type { Settings } from "../domain/settings.ts";
import type { RunBase } from "../domain/workspace.ts";
import type { AgentHost, AgentHostListener } from "../effects/agents/host/agent-host.ts";
import type { Gateway, GatewayListener } from "../effects/gateway/gateway-port.ts";
import type { Jobs } from "../effects/jobs.ts";
import type { Workspaces } from "../effects/workspace/workspaces.ts";
import type { State } from "../engine/state.ts";
import type { JournalError } from "../journal/journal-error.ts";
import type { Lease, Patience, Runs } from "../journal/runs.ts";
import type { OpenCallback } from "./callbacks.ts";
import type { Clock } from "./clock.ts";
import type { RunPlace } from "./project.ts";
import type { Quiescence } from "./quiescence.ts";
import type { RunRecord } from "./run-rules.ts";
import type { Price } from "./spending.ts";

export interface FleetOptions {
  readonly runs: Runs;
  /** Whoever builds a fleet has it, and lets go of it when the work is over. */
  readonly lease: Lease;
  readonly place: RunPlace;
  /** Where reeve.yaml lies. */
  readonly project: string;
  /** Where agents work and how their work is proved; asked for once, with what the run began from. */
  readonly openWorkshop: (base: RunBase | null) => Promise<Workshop | { readonly unusable: string }>;
  /** So many tasks are verified at once. */
  readonly verifyParallel: number;
  readonly settings: Settings;
  /** What earlier runs met. */
  readonly history?: KnownHistory;
  /** The person's own rules for reading failures. */
  readonly failureRules: readonly FailureRule[];
  readonly configs: Readonly<Record<string, AgentConfig>>;
  readonly identity: { readonly host: string; readonly bootId: string; readonly pid: number; readonly version: string };
  readonly openHost: (listener: AgentHostListener) => AgentHost;
  /** For agents that tell tokens and no dollars. Absent: no price is known. */
  readonly price?: Price;
  /** Absent: agents reach their models' APIs by themselves. */
  readonly openGateway?: (listener: GatewayListener) => Promise<Gateway>;
  /** Absent: agents at work cannot call back. */
  readonly openCallback?: OpenCallback;
  readonly clock: Clock;
  readonly dice: () => number;
  /** Stay when only a person can go on. */
  readonly wait: boolean;
  /** Only stop what an earlier Reeve left behind: nothing is started, nothing else is taken up. */
  readonly stopOnly?: boolean;
  /** Each record, once it is durable, in order. */
  readonly onRecord: (record: RunRecord) => void;
  /** How a store that is away is waited for. Absent: not at all. */
  readonly patience?: Patience;
}

/** What a run needs beside its agents. */
export interface Workshop {
  readonly workspaces: Workspaces;
  readonly jobs: Jobs;
  readonly close: () => Promise<void>;
}

export type FleetEnd =
  | { readonly type: Exclude<Quiescence, "moving">; readonly state: State }
  | { readonly type: "journal"; readonly error: JournalError }
  /** The repository cannot be worked in; the sentence says what to do. */
  | { readonly type: "unusable"; readonly sentence: string };
