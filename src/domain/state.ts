/**
 * The state of a run: the fold of its events. Owned by whoever folds it and changed in place, because a plan of 10,000
 * tasks must not be copied per event. Everything under "derived" is rebuilt from the rest when a snapshot is read.
 */
import type { AccountHold, LimitNote } from "./account.ts";
import type { Attempt, AttemptId } from "./attempt.ts";
import type { Because } from "./because.ts";
import type { Critical } from "./coherence.ts";
import type { CostSum } from "./cost.ts";
import type { Verdict } from "./event.ts";
import type { KnownHistory } from "./known-history.ts";
import type { Usage } from "./outcome.ts";
import type { FailureNote, Pattern, PatternId } from "./pattern.ts";
import type { CheckpointSpec, Contract, GangSpec, TaskId } from "./plan.ts";
import type { Question, QuestionId } from "./question.ts";
import type { Replan, ReplanId } from "./replan.ts";
import type { Settings } from "./settings.ts";
import type { Talk } from "./talk.ts";
import type { Task, TaskStatus } from "./task.ts";
import type { Tree } from "./tree.ts";
import type { Violation } from "./violation.ts";
import type { RunBase } from "./workspace.ts";

/** created: nobody has opened it yet. stopped, halted and ended can be opened again. */
export type RunPhase = "none" | "created" | "working" | "paused" | "stopping" | "stopped" | "halted" | "ended";

export interface Run {
  id: string;
  title: string;
  planFile: string;
  planHash: string;
  phase: RunPhase;
  verdict: Verdict | null;
  because: Because | null;
  createdAt: number;
  openedAt: number;
  endedAt: number | null;
  /** How long it was worked on before it was last opened, and when it was last heard of. */
  workedMs: number;
  heardAt: number;
  /** It was opened again while it was still stopping: go on as soon as it stands. */
  reopen: boolean;
  /** What had failed until then was settled by a person, and halts the run no more. */
  failuresFrom?: number;
  base: RunBase | null;
  check: RunCheck;
  /** A person was asked about the red whole, and nothing was merged since. */
  redAsked?: boolean;
}

/** Whether the integrated whole was looked at after the last task: green and red say what came of it. */
export type RunCheck = "not_due" | "due" | "green" | "red";

/** A machine that runs attempts. A boot id that changed means that its processes of before are gone. */
export interface Host {
  readonly bootId: string;
  /** Beats in a row that did not come. */
  readonly silentBeats: number;
}

export interface Analysis {
  readonly task: TaskId;
  readonly advisor: TaskId;
  readonly text: string;
  readonly at: number;
}

/** What was found when branches were laid side by side, as far as it is not settled. */
export interface CoherenceState {
  /** The one task that is worked again because of it; others wait with what they would change. */
  fix: TaskId | null;
  /** Findings by their key: told to whoever has to change, or decided by somebody who thinks. */
  known: Readonly<Record<string, "told" | "asked">>;
  /** Nothing starts and nothing is merged until it is decided what becomes of this task. */
  held: { readonly task: TaskId; readonly because: Because } | null;
  /** An agent looks at the integrated whole once. */
  checker: "not_asked" | "asked" | "answered";
  /** What it found and nobody has settled yet. */
  pending: readonly Critical[];
  /** Something stays as it was found, and nobody is to be asked: the run cannot end well. */
  unsettled: boolean;
}

export interface State {
  run: Run;
  settings: Settings;
  gangs: Readonly<Record<string, GangSpec>>;
  contract: Contract | null;
  checkpoints: readonly CheckpointSpec[];
  tasks: Map<TaskId, Task>;
  /** Live attempts only: the state does not grow with history. */
  attempts: Map<AttemptId, Attempt>;
  hosts: Map<string, Host>;
  questions: Map<QuestionId, Question>;
  timers: Map<string, number>;
  patterns: Map<PatternId, Pattern>;
  /** Changes of the plan that wait for a person. */
  replans: Map<ReplanId, Replan>;
  /** Open failures, oldest first; those of tasks that are done are gone. */
  failures: FailureNote[];
  /** Accounts whose usage limit has to reset first. */
  accounts: Map<string, AccountHold>;
  /** What is remembered of an account's limits while it is not held. */
  limits: Readonly<Record<string, LimitNote>>;
  /** Tasks that are integrating, in their order; only the first is being merged. */
  mergeQueue: TaskId[];
  coherence: CoherenceState;
  /** What agents said beside their work. */
  talk: Talk;
  /** The latest few. */
  violations: Violation[];
  tree: Tree | null;
  questionsAsked: number;
  /** How often another plan was asked for, and how many could be proposed. */
  replansAsked: number;
  replansProposed: number;
  attemptsStarted: number;
  restarts: number;
  usage: Usage;
  /** By agent, and by agent and model: what their attempts used. */
  costs: Map<string, CostSum>;
  /** What earlier runs met. */
  history: KnownHistory | null;
  /** What an advisor found out last. */
  analysis: Analysis | null;
  /** Some attempt's money could not be counted. */
  usdUnknown: boolean;
  derived: Derived;
}

export interface Derived {
  dependants: Map<TaskId, TaskId[]>;
  gangTasks: Map<string, TaskId[]>;
  counts: Record<TaskStatus, number>;
  ready: ReadyQueue;
  /** Tasks in the tree: slots in use. */
  inTree: number;
  perAgent: Map<string, number>;
  fileHolders: Map<string, TaskId>;
  /** Agents that a person has to see to first, by the question about them. */
  askedAgents: Map<string, QuestionId>;
  /** Who claims a file by the plan, working on it or not. */
  fileClaims: Map<string, TaskId[]>;
  /** Of these, the first that is not finished. Orders hold this very map: a large plan has too many files to list anew. */
  openClaims: Map<string, TaskId>;
}

/** Ready tasks, best first; those that met a taken resource wait aside under its name. */
export interface ReadyQueue {
  heap: Task[];
  aside: Map<string, Task[]>;
}
