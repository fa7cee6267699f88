/**
 * The state of a run: the fold of its events. Owned by whoever folds it and changed in place, because a plan of 10,000
 * tasks must not be copied per event. Everything under "derived" is rebuilt from the rest when a snapshot is read.
 */
import type { Attempt, AttemptId } from "./attempt.ts";
import type { Because } from "./because.ts";
import type { Verdict } from "./event.ts";
import type { Usage } from "./outcome.ts";
import type { FailureNote, Pattern, PatternId } from "./pattern.ts";
import type { CheckpointSpec, Contract, GangSpec, TaskId } from "./plan.ts";
import type { Question, QuestionId } from "./question.ts";
import type { Settings } from "./settings.ts";
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
  base: RunBase | null;
  check: RunCheck;
}

/** Whether the integrated whole was looked at after the last task: green and red say what came of it. */
export type RunCheck = "not_due" | "due" | "green" | "red";

/** A machine that runs attempts. A boot id that changed means that its processes of before are gone. */
export interface Host {
  readonly bootId: string;
  /** Beats in a row that did not come. */
  readonly silentBeats: number;
}

export interface AccountHold {
  readonly until: number;
  readonly because: Because;
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
  /** Open failures, oldest first; those of tasks that are done are gone. */
  failures: FailureNote[];
  /** Agents whose usage limit has to reset first. */
  accounts: Map<string, AccountHold>;
  /** Tasks that are integrating, in their order; only the first is being merged. */
  mergeQueue: TaskId[];
  /** The latest few. */
  violations: Violation[];
  tree: Tree | null;
  questionsAsked: number;
  attemptsStarted: number;
  restarts: number;
  usage: Usage;
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
  /** Who claims a file by the plan, working on it or not. */
  fileClaims: Map<string, TaskId[]>;
}

/** Ready tasks, best first; those that met a taken resource wait aside under its name. */
export interface ReadyQueue {
  heap: Task[];
  aside: Map<string, Task[]>;
}
