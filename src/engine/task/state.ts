/** The tasks of the plan, and what is derived from them: rebuilt when a snapshot is read, never written down. */
import type { TaskId } from "../../domain/spec/plan.ts";
import type { QuestionId } from "../../domain/work/question.ts";
import type { Task, TaskStatus } from "../../domain/work/task.ts";
import type { ReadyQueue } from "../scheduling/ready-queue.ts";
import type { Slice } from "../slice.ts";
import { type FrozenTask, freezeTask, thawTask } from "./frozen-task.ts";

export const tasksSlice: Slice<Map<TaskId, Task>> = {
  initial: () => new Map(),
  freeze: (tasks) => [...tasks.values()].map(freezeTask),
  thaw: (frozen) => new Map((frozen as FrozenTask[]).map(thawTask).map((task) => [task.id, task])),
};

export interface Derived {
  dependants: Map<TaskId, TaskId[]>;
  gangTasks: Map<string, TaskId[]>;
  counts: Record<TaskStatus, number>;
  ready: ReadyQueue;
  /** Work in the tree: slots in use. */
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
