/**
 * The port through which the runtime has attempts run. A host starts nothing twice, whatever is delivered twice, and ends
 * nothing it was not asked to end; closing it, or killing Reeve, leaves the agents at work, to be adopted later. What an
 * end leads to is not decided here. Nothing of this throws for what agents or the machine do; only bugs throw.
 */
import type { AttemptId } from "../../../domain/work/attempt.ts";
import type { Outcome } from "../../../domain/work/outcome.ts";
import type { EndReport } from "../../processes/end-processes.ts";
import type { Observation } from "../../processes/observe.ts";
import type { Vitals } from "../../processes/table/vitals.ts";
import type { AgentEvent, AttemptRequest } from "../adapters/agent-adapter.ts";
import type { InboxMessage } from "../drivers/driver-lines.ts";

export interface AgentHost {
  /**
   * Resolves when the agent runs, or cannot. Safe to repeat for the same attempt: it runs at most once in its life.
   * After "started" exactly one `onEnd` follows; for a short-lived agent it may come first.
   */
  readonly start: (request: AttemptRequest) => Promise<StartAnswer>;
  /** Asks, waits, kills, sweeps. Resolves after `onEnd`. An attempt that ended by itself before keeps its own outcome. */
  readonly stop: (attempt: AttemptId, graceMs: number) => Promise<StopAnswer>;
  /** Has an agent at work told something, or its turn ended. Safe to repeat: a message with the same id is heard once. */
  readonly steer: (attempt: AttemptId, message: InboxMessage) => Promise<SteerAnswer>;
  /** What became of an attempt of an earlier Reeve. One that no keeper has taken is given up by asking. */
  readonly observe: (attempt: AttemptId) => Promise<Observation>;
  /**
   * Observes, and takes over what is there: a running one is watched, an ended or lost one finished; `onEnd` follows.
   * Only after "never_started" nothing follows.
   */
  readonly adopt: (request: AttemptRequest, from?: OutputPosition) => Promise<Observation>;
  /** What the processes of each attempt that is watched here have used so far. */
  readonly vitals: () => Promise<ReadonlyMap<AttemptId, Vitals>>;
  /** What the processes below each agent that is watched here were started as; without the agent itself. */
  readonly commands: () => Promise<ReadonlyMap<AttemptId, readonly string[]>>;
  /** Holds the agent's processes by a signal, not its keeper. */
  readonly pause: (attempt: AttemptId) => Promise<void>;
  /** Lets go processes of it that a signal holds, its keeper among them. */
  readonly wake: (attempt: AttemptId) => Promise<void>;
  /** Looks what those that are watched here have handed in beside a result; `onRefused` tells of it. */
  readonly lookIn: () => Promise<void>;
  /** Tells the keepers that Reeve is there; to be called several times within `orphanMinutes`. */
  readonly renewLease: () => Promise<void>;
  /** Stops watching. Nothing is told any more. */
  readonly close: () => Promise<void>;
}

export type StartAnswer =
  /** The pid is 0 where it was over before anyone could look. */
  | { readonly type: "started"; readonly pid: number }
  /** Nothing runs, and no `onEnd` follows. */
  | { readonly type: "failed"; readonly outcome: Outcome };

export type StopAnswer =
  | { readonly type: "stopped"; readonly report: EndReport }
  /** It had ended by itself, or is not known here. */
  | { readonly type: "not_running" };

export type SteerAnswer =
  /** It lies in its inbox; whether the turn still lasts long enough to hear it nobody knows. */
  | { readonly type: "sent" }
  | { readonly type: "not_running" }
  /** Its adapter knows no way to tell it anything while it works. */
  | { readonly type: "cannot" };

export interface AttemptEnded {
  readonly outcome: Outcome;
  /** Processes the agent had left behind, ended now. */
  readonly leftovers: number;
  /** Such as could not be ended: their pids. */
  readonly survivors: readonly number[];
  /** There are survivors, or nobody could look. */
  readonly mayLive?: true;
}

/** Called by a host; none may throw. */
export interface AgentHostListener {
  readonly onEvents: (attempt: AttemptId, events: readonly AgentEvent[], position: OutputPosition) => void;
  readonly onEnd: (attempt: AttemptId, ended: AttemptEnded) => void;
  /** An order that was refused behind its walls; each once, before its end. `pid`: the agent's, 0 where nobody knows it. */
  readonly onRefused?: (attempt: AttemptId, order: { readonly command: string; readonly pid: number }) => void;
}

/** How far the streams have been read: byte offsets. Kept by the runtime, it lets an adopted attempt go on from there. */
export interface OutputPosition {
  readonly out: number;
  readonly err: number;
}
