/** What the work on a run needs, and how it can end. */
import type { AgentConfig } from "../../domain/spec/config.ts";
import type { FailureRule } from "../../domain/spec/failure-rule.ts";
import type { TaskSpec } from "../../domain/spec/plan.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import type { RunBase } from "../../domain/spec/workspace.ts";
import type { Unready } from "../../domain/tree/unready.ts";
import type { Giver } from "../../domain/work/giver.ts";
import type { AgentHost, AgentHostListener } from "../../effects/agents/host/agent-host.ts";
import type { Gateway, GatewayListener } from "../../effects/gateway/gateway-port.ts";
import type { Jobs } from "../../effects/jobs.ts";
import type { Probe } from "../../effects/network/probe-endpoint.ts";
import type { SendNotice } from "../../effects/notify/send-notice.ts";
import type { Workspaces } from "../../effects/workspace/workspaces.ts";
import type { KnownHistory } from "../../engine/causes/history/known-history.ts";
import type { Event } from "../../engine/event.ts";
import type { Basis } from "../../engine/forecast/basis.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import type { OpenCallback } from "../attempts/callbacks.ts";
import type { Price } from "../attempts/spending.ts";
import type { MachineMoney } from "../machine/machine-money.ts";
import type { Hygiene } from "../monitors/run-monitors.ts";
import type { RunnerOptions, WorkEnd } from "../runner/runner-options.ts";
import type { Teller } from "../runner/system.ts";
import type { Clock } from "../time/clock.ts";
import type { Quiescence } from "./quiescence.ts";
import type { RunPlace } from "./run-place.ts";

export interface RunOptions extends Omit<RunnerOptions<Input, Event, RunRest>, "stays" | "takesMail" | "clock"> {
  readonly place: RunPlace;
  /** Where reeve.yaml lies. */
  readonly project: string;
  /** Where agents work and how their work is proved; asked for once, with what the run began from and has integrated. */
  readonly openWorkshop: (
    base: RunBase | null,
    head: string | null,
  ) => Promise<Workshop | { readonly unusable: string }>;
  /** So many tasks are verified at once. */
  readonly verifyParallel: number;
  readonly settings: Settings;
  /** What earlier runs met. */
  readonly history?: KnownHistory;
  /** What tasks took in earlier runs. */
  readonly basis?: Basis;
  /** The person's own rules for reading failures. */
  readonly failureRules: readonly FailureRule[];
  readonly configs: Readonly<Record<string, AgentConfig>>;
  readonly identity: { readonly host: string; readonly bootId: string; readonly pid: number; readonly version: string };
  /** Who has the run worked, or stopped; absent: nobody says. */
  readonly by?: Giver;
  readonly openHost: (listener: AgentHostListener) => AgentHost;
  /** For agents that tell tokens and no dollars. Absent: no price is known. */
  readonly price?: Price;
  /** Absent: agents reach their models' APIs by themselves. */
  readonly openGateway?: (listener: GatewayListener) => Promise<Gateway>;
  /** Absent: agents at work cannot call back. */
  readonly openCallback?: OpenCallback;
  /** Whether something on the network can be reached. Absent: nobody looks. */
  readonly probe?: Probe;
  /** What is missing before anything starts, for these tasks and these agents beside them; absent: nobody looks. */
  readonly preflight?: (tasks: readonly TaskSpec[], agents: readonly string[]) => Promise<readonly Unready[]>;
  /** Where the runs of a project tell each other what they used; absent: they do not. */
  readonly spendingDir?: string;
  /** Where all runs of this machine do, under which name, and where a limit for them is said; absent: there is none. */
  readonly machineMoney?: MachineMoney;
  /** The time zone that days of a budget begin in; absent: UTC, or as before. */
  readonly zone?: string;
  /** Has whoever is handed over called with each host that agents in sandboxes want to reach; absent: nobody sees them. */
  readonly onHost?: (heard: (host: string) => void) => void;
  /** Absent: nothing is tidied up beside the work. */
  readonly hygiene?: Hygiene;
  /** Where the runs of this machine tell each other what their agents take, and under which name; absent: they do not. */
  readonly hostNotes?: { readonly dir: string; readonly name: string };
  /** Sends a message to a receiver; absent: nobody is told. */
  readonly notify?: SendNotice;
  readonly clock: Clock;
  /** Stay when only a person can help. */
  readonly wait: boolean;
  /** Only stop what an earlier Reeve left behind: nothing is started, nothing else is taken up. */
  readonly stopOnly?: boolean;
  /** Absent: nothing is told. */
  readonly teller?: () => Teller<Event>;
}

/** What a run needs beside its agents. */
export interface Workshop {
  readonly workspaces: Workspaces;
  readonly jobs: Jobs;
  /** Whether this machine has what the work needs; null: it has. Absent: nobody looks. */
  readonly tryMachine?: () => Promise<string | null>;
  /** Nothing is waited for much longer: what jobs still do ends soon. */
  readonly stop?: () => void;
  readonly close: () => Promise<void>;
}

export type RunRest = Exclude<Quiescence, "moving">;
export type RunWorkEnd = WorkEnd<State, RunRest>;
