/** What `reeve.yaml` says, checked and complete: every default is filled in, so nobody downstream invents one. */

import type { TelemetryConfig } from "../telemetry-config.ts";
import type { HostLimits } from "../tree/host-room.ts";
import type { TokenPrice } from "../words/token-usage.ts";
import type { Advisors } from "../work/advisor.ts";
import type { HealthLimits } from "../work/health.ts";
import type { Caps } from "./caps.ts";
import type { EpicConfig } from "./epic-config.ts";
import type { FailureRule } from "./failure-rule.ts";
import type { HygieneConfig } from "./hygiene-config.ts";
import type { KanbanConfig } from "./kanban-config.ts";
import type { NoticePolicy, Receiver } from "./notify.ts";
import type { Backoff, Budget, CommandCheck, Role } from "./plan.ts";
import type { SandboxConfig } from "./sandbox.ts";
import type { ViolationRule } from "./violation-rule.ts";
import type { ChangesetReason, Isolation } from "./workspace.ts";

export interface Config {
  readonly agents: Readonly<Record<string, AgentConfig>>;
  /** The agent a task gets when the plan names none. */
  readonly defaultAgent?: string;
  readonly maxParallel: number;
  readonly isolation: Isolation;
  readonly workspace: WorkspaceConfig;
  readonly policies: Policies;
  /** Quality gates of tasks whose plan names none; empty: those that the repository names. */
  readonly gates: readonly CommandCheck[];
  readonly budgets: Budget;
  /** Beside the run's own; absent: there are none. */
  readonly caps?: Caps;
  /** Agents reach their model's API through Reeve. */
  readonly gateway: boolean;
  /** How long to wait for a journal that cannot be reached. */
  readonly journal: { readonly waitMinutes: number };
  /** Agents at work can call Reeve back. */
  readonly callback: boolean;
  readonly sandbox: SandboxConfig;
  readonly advisors: Advisors;
  readonly kanban: KanbanConfig;
  readonly epic: EpicConfig;
  /** Receivers of messages when a person is needed. */
  readonly notify: readonly Receiver[];
  readonly hygiene: HygieneConfig;
  /** Absent: no traces are sent. */
  readonly telemetry?: TelemetryConfig;
  /** What no agent may do. */
  readonly violations: readonly ViolationRule[];
  /** Of the bytes of reeve.yaml; absent: there is none. */
  readonly hash?: string;
  /** failures: the file of the failure history; absent: the project's own. */
  readonly paths: { readonly state: string; readonly failures?: string };
  /** The user's own rules about what an output means; they win over Reeve's. */
  readonly failures: readonly FailureRule[];
}

export interface WorkspaceConfig {
  /** Shell commands a person wrote, run in every new worktree before anything else happens in it. */
  readonly setup: readonly CommandCheck[];
  /** What becomes of an attempt's work when another one follows, by reason. */
  readonly changesets: Readonly<Record<ChangesetReason, "keep" | "discard">>;
  /** After a wrong changeset the next attempt gets the next higher model tier. */
  readonly raiseTierWhenWrong: boolean;
  /** Which worktrees stay: those whose work is not merged, or all. */
  readonly keep: "unmerged" | "all";
  /** How often a task's work may be sent back from the merge queue before a person is asked. */
  readonly evictionsMax: number;
  /** While so many tasks wait to be verified and merged, no further one begins. */
  readonly waiting: number;
  /** Look for secrets in what was changed. */
  readonly secrets: boolean;
  /** Worktrees made at once. */
  readonly parallel: number;
  /** Checks (a task's gates and commitments) run for so many tasks at once. */
  readonly verifyParallel: number;
}

export interface AgentConfig {
  readonly adapter: string;
  /** Program and arguments; never a shell line. Empty where the adapter knows its own program. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Name of a tier → what the adapter passes on as model. The order is from low to high. */
  readonly tiers: readonly { readonly name: string; readonly model: string }[];
  readonly limits: AgentLimits;
  /** Options only this adapter understands: the scripted agent's `script`, and what `options` says. */
  readonly options: Readonly<Record<string, string>>;
  /** What the person says its tokens cost; wins over every list. */
  readonly price?: TokenPrice;
  /** Reeve's own program: it looks at what walls would hide from it. No file can say so. */
  readonly isReeve?: true;
  /** What this one may not do beside what none may. */
  readonly violations?: readonly ViolationRule[];
  /** Whose usage limits it shares; absent: read off its adapter and what its environment says of a login. */
  readonly account?: string;
  /** Whether its tasks start by themselves when a limit has reset; absent: as `policies` says. */
  readonly autoResume?: boolean;
}

export interface AgentLimits {
  /** An attempt that takes longer is stopped and counted as a time-out. */
  readonly minutes: number;
  /** How much of each output stream is kept on disk: its beginning and its end. */
  readonly outputMb: number;
  /** How many attempts of this agent run at once. */
  readonly parallel: number;
  /** An attempt ends after this many equal tool calls with nothing new in between; 0 or absent: never. */
  readonly repeats?: number;
  /** When it is taken for stuck; absent: never. */
  readonly health?: HealthLimits;
}

export interface Policies {
  readonly roles: Readonly<Record<Role, RestartPolicy>>;
  /** Same input again after malformed output, at most so often per task. */
  readonly malformedRetries: number;
  /** Retries per lineage, whoever asked for them, before a person is asked. */
  readonly lineageRetries: number;
  /** Attempts per lineage of any kind before a person is asked: a slow crash loop ends here, not in the morning. */
  readonly attemptsMax: number;
  /** So many attempts of a task may be lost in a row, by more than an outage, before a person is asked; absent in old runs. */
  readonly lostAttempts?: number;
  /** So many attempts of a task may cost nothing (lost, limited, blocked) before a person is asked; absent in old runs. */
  readonly uncountedAttempts?: number;
  /** How often advisors are asked at most before it goes on without; absent in old runs. */
  readonly advisorCalls?: AdvisorCalls;
  /** So many tasks may be added to a run without a person's word; absent in old runs. */
  readonly addedTasks?: number;
  /** So many agents may be started for these and for advisors; absent in old runs. */
  readonly addedAgents?: number;
  /** So many dollars may be spent on them; absent in old runs. */
  readonly addedUsd?: number;
  /** What happens when the rules are at their end: ask a person, or give the task up and continue with the others. */
  readonly escalation: "ask" | "give_up";
  /** A change of the plan that the planner proposes: ask a person, or make it at once. */
  readonly replan: "ask" | "auto";
  /** How often a run asks for another plan before a person is asked instead. */
  readonly replans: number;
  /** A usage limit holds all tasks of its account until it resets, at no cost; else it is a failure like any. */
  readonly holdAccounts: boolean;
  /** Then they start by themselves, or a person is asked. Absent in old runs: by themselves. */
  readonly autoResume?: boolean;
  /** How long a limit holds that does not say when it resets, by how often that happened in a row. Absent in old runs. */
  readonly limitBackoff?: Backoff;
  /** What cannot be reached holds all who need it until a probe reaches it, at no cost; absent in old runs: so. */
  readonly holdUnreachable?: boolean;
  /** How long until it is tried again, by how often it was tried in vain; absent in old runs. */
  readonly probeBackoff?: Backoff;
  /** Held for longer, a person is asked; absent in old runs. */
  readonly unreachableMinutes?: number;
  readonly patterns: {
    /** So many failures with one root cause make a pattern. */
    readonly threshold: number;
    /** What becomes of agents at work that would likely fail by it. */
    readonly running: "finish" | "stop";
  };
  /** More failed tasks than this share of the plan halt the run; 1 switches it off. */
  readonly haltFailedShare: number;
  /** Branches that do not fit together: not compared, only reported, or resolved before anything is merged. Absent: off. */
  readonly coherence?: CoherencePolicy;
  /** When a run is halted by itself; absent: as by default. */
  readonly brake?: BrakePolicy;
  /** What stays free on the machine; absent: as by default. */
  readonly host?: HostLimits;
  /** How often people are told of the same; absent: as by default. */
  readonly notices?: NoticePolicy;
  /** An agent whose Reeve has not come back for this long is ended by its keeper. */
  readonly orphanMinutes: number;
}

export interface AdvisorCalls {
  /** About a task and whoever stands for it. */
  readonly perLineage: number;
  /** By one cause, whichever tasks meet it. */
  readonly perCause: number;
  /** In the whole run. */
  readonly perHour: number;
}

export interface BrakePolicy {
  /** What becomes of agents at work; absent: they are stopped. */
  readonly agents?: "stop" | "pause";
  /** So many of the last decisions about one class of failure halt the run; 0: never. */
  readonly same: number;
  readonly ofLast: number;
  /** Less free than this halts it; 0: never. */
  readonly diskMb: number;
  readonly memoryMb: number;
  /** Names of violations that halt it. */
  readonly violations: readonly string[];
}

export const COHERENCE_POLICIES = ["off", "warn", "hold"] as const;
export type CoherencePolicy = (typeof COHERENCE_POLICIES)[number];

export interface RestartPolicy {
  readonly restarts: number | "unlimited";
  readonly withinS: number;
  readonly backoff: Backoff;
  /** Between the polite stop and the kill. */
  readonly graceS: number;
}
