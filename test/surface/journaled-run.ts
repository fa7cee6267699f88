/** A run in a real repository whose journal says what its branches show: one task merged, one more if wanted. */
import { join } from "node:path";
import { findProject, makeRun } from "../../src/app/project/project.ts";
import type { Plan, TaskSpec } from "../../src/domain/spec/plan.ts";
import type { Input } from "../../src/engine/input.ts";
import { runRules } from "../../src/runtime/run/run-rules.ts";
import { given } from "../../src/testing/given.ts";
import type { Io } from "../../src/views/cli/io.ts";
import type { TestRepository } from "../repository.ts";

export const INTEGRATION = "reeve/r1/integration";
const BRANCH = "reeve/r1/a-first-task";

export interface JournaledRun {
  readonly base: string;
  readonly head: string;
  readonly reviewFile: string;
}

/** `second`: what becomes of the task that follows the merged one; without it the run has ended, all done. */
export async function aJournaledRun(
  repository: TestRepository,
  second?: "skipped" | "given_up" | "open",
): Promise<JournaledRun> {
  const project = findProject(repository.dir);
  const place = await makeRun(project);
  const base = repository.head();
  repository.git("checkout", "--quiet", "-b", BRANCH);
  repository.write("first.txt", "first\n");
  const commit = repository.commit("First");
  repository.git("branch", INTEGRATION, commit);
  repository.git("checkout", "--quiet", "main");
  const inputs = [
    created(base, second === undefined ? ["a"] : ["a", "b"]),
    { type: "run_opened", host: "here", bootId: "boot", pid: 1, version: "0", adopted: [], settings: SETTINGS },
    { type: "attempt_claimed", attempt: "a.1", host: "here", inputHash: "hash" },
    { type: "attempt_up", attempt: "a.1", pid: 7, workspace: { branch: BRANCH, base } },
    { type: "attempt_ended", attempt: "a.1", outcome: DONE, usage: { tokens: 10, usd: 0.01 } },
    { type: "task_verified", task: "a", attempt: "a.1", verification: { commit, base, changed: CHANGED, gates: [] } },
    {
      type: "task_integrated",
      task: "a",
      attempt: "a.1",
      integration: { type: "merged", commit, onto: base, gates: [] },
    },
    ...(second === "skipped" ? SKIP : second === "given_up" ? GIVE_UP : []),
  ] as const satisfies readonly Input[];
  const lease = await project.runs.lease(place.id);
  if ("heldBy" in lease) throw new Error("a new run is held");
  const run = await project.runs.open(lease, { rules: runRules, now: () => 1000, dice: () => 0 });
  for (const input of inputs) await run.submit(input);
  await run.close();
  await lease.release();
  return { base, head: commit, reviewFile: join(place.dir, "review.md") };
}

export interface TestIo extends Io {
  readonly printed: () => { readonly out: string; readonly err: string };
}

export function anIo(cwd: string): TestIo {
  const out: string[] = [];
  const err: string[] = [];
  return {
    cwd,
    isTty: false,
    isErrTty: false,
    size: () => ({ columns: 80, rows: 24 }),
    now: () => 61_000,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    printed: () => ({ out: out.join(""), err: err.join("") }),
  };
}

const { settings: SETTINGS } = given({ tasks: [], policies: { escalation: "give_up" } }).state;
const CHANGED = { created: ["first.txt"], modified: [], deleted: [], files: 1, insertions: 1, deletions: 0 };
const DONE = {
  type: "done",
  result: {
    status: "done",
    task_id: "a",
    files_created: ["first.txt"],
    files_modified: [],
    decisions: [],
    tests_added: [],
    concerns: [],
  },
} as const;
const SKIP = [
  { type: "attempt_ended", attempt: "b.1", outcome: { type: "lost", evidence: [] }, usage: { tokens: 0 } },
  { type: "skip", task: "b", because: "not needed", dependants: "end" },
  { type: "attempt_ended", attempt: "b.2", outcome: { type: "stopped" }, usage: { tokens: 0 } },
] as const satisfies readonly Input[];

const GIVE_UP = [
  {
    type: "attempt_ended",
    attempt: "b.1",
    outcome: {
      type: "failed",
      failure: { class: "permission", restart: "terminal", message: "It may not.", evidence: [] },
    },
    usage: { tokens: 0 },
  },
] as const satisfies readonly Input[];

function created(base: string, ids: readonly string[]): Input {
  const plan: Plan = { title: "A plan", gangs: {}, tasks: ids.map(taskOf), checkpoints: [] };
  const at = { commit: base, branch: "main" };
  return { type: "create_run", run: "r1", planFile: "plan.yaml", planHash: "hash", plan, settings: SETTINGS, base: at };
}

function taskOf(id: string): TaskSpec {
  const { spec } = given({ tasks: [{ id, title: id === "a" ? "First task" : id }] }).task(id);
  return spec;
}
