/** Things a run may leave behind, old and harmless unless the test says otherwise; and a run they belong to. */
import type {
  BranchThing,
  KnownRun,
  LogsThing,
  ParkedThing,
  ProcessThing,
  Standing,
  Thing,
  WorktreeThing,
} from "../../src/effects/hygiene/clean-facts.ts";

export const DAY = 86_400_000;
export const NOW = 1_000 * DAY;
export const LIMITS = { now: NOW, olderThanMs: 7 * DAY };
export const YOUNG = NOW - 2 * DAY;
export const OLD = NOW - 8 * DAY;

export const worktree = (given: Partial<WorktreeThing> = {}): WorktreeThing => ({
  kind: "worktree",
  name: "worktrees/r1/api",
  bytes: 1,
  obstacle: null,
  dir: "/p/.reeve/worktrees/r1/api",
  path: "/p/.reeve/worktrees/r1/api",
  admin: "/p/.git/worktrees/api",
  task: "api",
  scratch: false,
  head: "c1",
  dirty: false,
  ignored: [],
  merged: true,
  onBranch: true,
  changedAt: OLD,
  ...given,
});
export const branch = (given: Partial<BranchThing> = {}): BranchThing => ({
  kind: "branch",
  name: "reeve/r1/api-api",
  bytes: 0,
  obstacle: null,
  tip: "c1",
  task: "api",
  integration: false,
  merged: true,
  worktree: null,
  changedAt: OLD,
  ...given,
});
export const parked = (given: Partial<ParkedThing> = {}): ParkedThing => ({
  kind: "parked",
  name: "refs/reeve/parked/r1/api/2",
  bytes: 0,
  obstacle: null,
  commit: "c2",
  parkedAt: OLD,
  ...given,
});
export const logs = (given: Partial<LogsThing> = {}): LogsThing => ({
  kind: "logs",
  name: "runs/r1/attempts/api.1",
  bytes: 10,
  obstacle: null,
  dir: "/p/.reeve/runs/r1/attempts/api.1",
  exit: "/p/.reeve/runs/r1/exits/api.1",
  attempt: "api.1",
  live: false,
  changedAt: OLD,
  ...given,
});
export const processes = (given: Partial<ProcessThing> = {}): ProcessThing => ({
  kind: "process",
  name: "api.1",
  bytes: 0,
  obstacle: null,
  attempt: "api.1",
  mark: "m",
  pids: [7],
  leaseOut: true,
  ...given,
});
export const lock: Thing = { kind: "lock", name: "runs/r1/holder.json", bytes: 1, obstacle: null };
export const leftover: Thing = {
  kind: "leftover",
  name: "trash/r1/x",
  bytes: 1,
  obstacle: null,
  dir: "/p/.reeve/trash/r1/x",
};

export function run(standing: Standing, heardAt = OLD): KnownRun {
  return { id: "r1", dir: "/p/.reeve/runs/r1", standing, heardAt, orphanMs: 1, base: null, tasks: [], live: new Set() };
}
