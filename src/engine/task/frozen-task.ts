/**
 * A task when it is new, and its short form in a snapshot: only what differs from a new one is written down. Most of a
 * large plan is plain or long done, and a snapshot is written again and again.
 */
import type { TaskSpec } from "../../domain/spec/plan.ts";
import { NO_COUNTS } from "../../domain/work/retry-counts.ts";
import type { Task } from "../../domain/work/task.ts";

export function newTask(spec: TaskSpec, index: number, at: number): Task {
  return {
    id: spec.id,
    spec,
    index,
    status: spec.dependsOn.length === 0 ? "ready" : "waiting",
    kind: "task",
    awaits: [],
    advised: 0,
    consulted: 0,
    origin: null,
    suspect: null,
    claimsJudged: 0,
    reviewer: null,
    rounds: [],
    changedFiles: 0,
    began: null,
    compared: null,
    putOff: false,
    advice: null,
    model: null,
    fixes: null,
    addedDependsOn: [],
    without: [],
    unmet: spec.dependsOn.length,
    attempts: 0,
    attempt: null,
    path: null,
    met: false,
    counts: NO_COUNTS,
    restarts: 0,
    restartedAt: [],
    restart: null,
    sameInput: null,
    changeset: "keep",
    workspace: null,
    handover: null,
    result: null,
    commit: null,
    proved: null,
    postponed: 0,
    notes: [],
    told: [],
    untold: [],
    question: null,
    session: null,
    wakeAt: null,
    usage: { tokens: 0, usd: 0 },
    granted: {},
    written: null,
    decisions: [],
    concerns: [],
    because: null,
    changedAt: at,
  };
}

/** Behind all others, also where some have left the plan. */
export function nextIndex(tasks: Iterable<Task>): number {
  let next = 0;
  for (const { index } of tasks) next = Math.max(next, index + 1);
  return next;
}

export interface FrozenTask extends Partial<Omit<Task, "spec" | "index" | "written">> {
  readonly spec: Partial<TaskSpec>;
  readonly written?: Partial<TaskSpec> | "not" | null;
  readonly index: number;
}

/** The same task gives the same text, whether it was read from a snapshot or grew from events. */
export function freezeTask(task: Task): FrozenTask {
  const { spec, index, written } = task;
  const said = isSpec(written) ? { written: differing(written, PLAIN) } : {};
  return { spec: differing(spec, PLAIN), index, ...differing(task, newTask(spec, index, 0)), ...said };
}

export function thawTask(frozen: FrozenTask): Task {
  const spec = whole(frozen.spec);
  const said = isSpec(frozen.written) ? { written: whole(frozen.written) } : {};
  return Object.assign(newTask(spec, frozen.index, 0), frozen, { spec, ...said });
}

function isSpec<T extends Partial<TaskSpec>>(written: T | "not" | null | undefined): written is T {
  return typeof written === "object" && written !== null;
}

/** What a task has that says nothing about it; undefined where there is no such thing. All keys, in their order. */
const PLAIN: { readonly [K in keyof Required<TaskSpec>]: TaskSpec[K] | undefined } = {
  id: undefined,
  title: undefined,
  prompt: undefined,
  role: "worker",
  dependsOn: [],
  files: [],
  agent: undefined,
  tier: undefined,
  gang: undefined,
  gates: [],
  commitments: [],
  acceptance: [],
  budget: {},
  priority: 0,
  tags: [],
};
const KEYS = Object.keys(PLAIN) as readonly (keyof TaskSpec)[];

function whole(short: Partial<TaskSpec>): TaskSpec {
  const spec: Record<string, unknown> = {};
  for (const key of KEYS) {
    const value = short[key] ?? PLAIN[key];
    if (value !== undefined) spec[key] = value;
  }
  return spec as unknown as TaskSpec;
}

function differing<T extends object>(value: T, plain: { readonly [K in keyof T]: T[K] | undefined }): Partial<T> {
  const short: Partial<T> = {};
  for (const key in plain) if (!isSame(value[key], plain[key])) short[key] = value[key];
  return short;
}

/** For the small flat values of a task. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b || !(isObject(a) && isObject(b))) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
