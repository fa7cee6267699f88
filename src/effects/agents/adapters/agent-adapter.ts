/**
 * The port to one kind of agent. An adapter says how the agent is started, what its output lines mean, and what its end
 * means, in Reeve's words; the vendor's words stop here. It is pure: it starts nothing, reads no file, keeps no clock.
 * What it is handed was written by an agent and is not to be trusted. It never throws for it.
 */

import type { Failure } from "../../../domain/proof/failure.ts";
import type { AgentConfig } from "../../../domain/spec/config.ts";
import type { FailureRule } from "../../../domain/spec/failure-rule.ts";
import type { TaskId } from "../../../domain/spec/plan.ts";
import type { TokenUsage } from "../../../domain/words/token-usage.ts";
import type { AttemptId } from "../../../domain/work/attempt.ts";
import type { ExitStatus, Outcome, Usage } from "../../../domain/work/outcome.ts";
import type { AdvisorRole } from "../../../domain/work/role-answers.ts";

export interface AgentAdapter {
  readonly name: string;
  readonly launch: (request: AttemptRequest) => Launch;
  /** One per attempt, because a stream's lines may depend on the ones before. */
  readonly reader: (request: AttemptRequest) => AgentReader;
  /** Called once, after the process and all that it started are gone. */
  readonly outcome: (end: AttemptEnd, request: AttemptRequest) => Outcome;
  /** What it said, in its own words, where its output is more than that; absent: the output as it is. */
  readonly said?: (end: AttemptEnd) => string;
  /** The program it starts where `command` names none. */
  readonly program?: string;
  /** It reads messages while it works. */
  readonly steerable?: boolean;
}

/** What Reeve passes to an adapter from outside, so that it need only import types. */
export interface AdapterKit {
  /** What the end of a process means: its exit status, and the result it left or printed last. */
  readonly readOutcome: (end: AttemptEnd, request: AttemptRequest) => Outcome;
  /** Why it failed, by what it printed; `byExit` where that says nothing certain. */
  readonly classifyEnd: (end: AttemptEnd, request: AttemptRequest, byExit: Failure) => Failure;
}

/** How a module hands its adapter over, under the name `adapter`. */
export type OwnAdapter = AgentAdapter | ((kit: AdapterKit) => AgentAdapter);

export interface AttemptRequest {
  readonly runId: string;
  readonly taskId: TaskId;
  readonly attemptId: AttemptId;
  /** Of this task, counted from 1. */
  readonly number: number;
  readonly prompt: string;
  /** Absolute; the agent's working directory. */
  readonly workspace: string;
  /** Absolute; the folder of reeve.yaml, to which its relative paths belong. Absent: the workspace itself. */
  readonly project?: string;
  readonly agent: AgentConfig;
  /** The person's own rules for reading failures; they come first. */
  readonly failureRules?: readonly FailureRule[];
  /** Set for one that gives advice: its result is an answer in this form. */
  readonly advisor?: AdvisorRole;
  readonly model?: string;
  /** The session to resume, if the agent can. */
  readonly session?: string;
  /** What that session has used so far, for agents that only know totals. */
  readonly usedBefore?: Usage;
  /** JSON Schema of its final answer, for agents that take one. */
  readonly schema?: object;
  /** Where Reeve's own tools are reached, for agents that can call them, and what opens them to this attempt. */
  readonly callback?: { readonly url: string; readonly token: string };
  /** Where its requests to a model go instead of the vendor. */
  readonly gateway?: { readonly url: string };
}

export interface Launch {
  /** Program and arguments; no shell reads them. */
  readonly command: readonly string[];
  /** Beside the environment of Reeve, the agent's configured one, and Reeve's own variables. */
  readonly env: Readonly<Record<string, string>>;
  /** The whole of its standard input. */
  readonly stdin: string;
  /** What the command will start: looked for before the start, and told to it as REEVE_PROGRAM, absolute. */
  readonly program?: string;
}

export type OutputStream = "out" | "err";

export interface AgentReader {
  /** Whole lines in the order they were written, without their ends; parts of a flood may be missing between calls. */
  readonly read: (lines: readonly string[], stream: OutputStream) => readonly AgentEvent[];
}

/** What an agent does while it works. Texts are bounded by the adapter. */
export type AgentEvent =
  | { readonly type: "session"; readonly id: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_call"; readonly name: string; readonly input: string }
  | { readonly type: "tool_result"; readonly name: string; readonly ok: boolean; readonly text: string }
  /** What was used since the last such event; model and parts where they are known, for a price. */
  | { readonly type: "usage"; readonly usage: Usage; readonly model?: string; readonly parts?: TokenUsage }
  /** Something a person should know that is no work of the agent's: a session that was gone. */
  | { readonly type: "note"; readonly text: string }
  /** It waits on its own, for a limit or the network. */
  | { readonly type: "retry_notice"; readonly text: string };

export interface AttemptEnd {
  readonly exit: ExitStatus;
  /** Content of the file REEVE_RESULT names; absent when there is none. */
  readonly result?: string;
  /** The last part of each stream, bounded. */
  readonly out: string;
  readonly err: string;
  /** When it ended, which may be long before it is read: "in an hour" counts from then. Absent: now. */
  readonly endedAt?: number;
}
