/** The agents of a simulated run: an attempt starts, uses money while it works, and ends as its fate says, or is stopped. */

import type { TaskId } from "../../domain/spec/plan.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Outcome, Usage } from "../../domain/work/outcome.ts";
import { taskOf } from "../lookup.ts";
import { note } from "./agenda.ts";
import { type Fate, fateOf } from "./fate.ts";
import { outcomeOf } from "./reports.ts";
import { HOST, submit, type World } from "./simulated-world.ts";

export interface Process {
  readonly attempt: AttemptId;
  readonly task: TaskId;
  readonly fate: Fate;
  readonly startedAt: number;
  /** Sooner than its fate where it is stopped. */
  endsAt: number;
  ended: boolean;
}

export function startProcess(world: World, attempt: AttemptId, task: TaskId): void {
  const answer = submit(world, { type: "attempt_claimed", attempt, host: HOST, inputHash: "" });
  if (answer.type !== "go") return;
  submit(world, { type: "attempt_up", attempt, pid: 1 });
  const {
    fixes,
    counts: { raised },
  } = taskOf(world.state, task);
  const cause = fixes === null ? null : (world.patternCauses.get(fixes) ?? null);
  const who = { attempt, task, raised, isRaised: raised > 0, fixes: cause };
  const fate = fateOf(world.scene.faults, world.causes, who, world.seed);
  const process = { attempt, task, fate, startedAt: world.now, endsAt: world.now + fate.ms, ended: false };
  world.processes.set(attempt, process);
  note(world.agenda, process.endsAt, () => endProcess(world, process));
  if (isBudgeted(world, task)) reportUsage(world, process);
}

const STOP_MS = 5_000;

export function stopProcess(world: World, attempt: AttemptId, graceMs: number): void {
  const process = world.processes.get(attempt);
  if (!process) return end(world, attempt, { type: "stopped" }, { tokens: 0, usd: 0 });
  if (process.ended || process.endsAt <= world.now + STOP_MS) return;
  process.endsAt = world.now + Math.min(graceMs, STOP_MS);
  note(world.agenda, process.endsAt, () => endProcess(world, process));
}

/** An entry of before it was stopped finds it ended already. */
function endProcess(world: World, process: Process): void {
  if (process.ended) return;
  process.ended = true;
  const { attempt, task, fate, startedAt, endsAt } = process;
  const isWhole = endsAt >= startedAt + fate.ms;
  if (isWhole && fate.end) world.causes.failedBy.set(task, fate.end);
  end(world, attempt, isWhole ? outcomeOf(task, fate.end, world.now) : { type: "stopped" }, usedBy(process, world.now));
}

function end(world: World, attempt: AttemptId, outcome: Outcome, usage: Usage): void {
  submit(world, { type: "attempt_ended", attempt, outcome, usage });
}

function usedBy({ fate, startedAt }: Process, now: number): Usage {
  const part = Math.min(1, (now - startedAt) / fate.ms);
  return { tokens: Math.round(fate.tokens * part), usd: fate.usd * part };
}

function isBudgeted({ state, scene }: World, task: TaskId): boolean {
  const budgets = [scene.settings.budgets, taskOf(state, task).spec.budget];
  return budgets.some(({ usd, tokens }) => usd !== undefined || tokens !== undefined);
}

const REPORTS = 4;

/** Money is counted while it burns, where somebody has limited it. */
function reportUsage(world: World, process: Process): void {
  for (let i = 1; i < REPORTS; i += 1) {
    note(world.agenda, process.startedAt + Math.floor((process.fate.ms * i) / REPORTS), () => {
      if (process.ended) return;
      const usage = usedBy(process, world.now);
      submit(world, { type: "attempt_progressed", attempt: process.attempt, usage, activity: null, session: null });
    });
  }
}
