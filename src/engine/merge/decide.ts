/**
 * What follows when verified work was laid beside the others' or merged, and when the whole was looked at: done, one more
 * try that is told what was found, or a person. A report about work that is no longer the task's latest is ignored.
 */
import { type Because, because } from "../../domain/because.ts";
import { hasPassed, type Integration } from "../../domain/proof/gate.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, NO, TAKEN } from "../input.ts";
import { escalate } from "../question/ask.ts";
import { gateFailure } from "../recovery/gate-failure.ts";
import { UPDATED } from "../recovery/rework.ts";
import { endlessOf, gateFindings, judgeRound } from "../recovery/rounds.ts";
import type { Decide } from "../tables.ts";
import { latestWork } from "../task/latest-work.ts";
import { requeue } from "../task/requeue.ts";
import { afterComparing } from "./coherence.ts";
import { needsComparing, nextMerge } from "./comparing.ts";
import type { MergeInput } from "./inputs.ts";
import { onRedWhole } from "./red-whole.ts";

export const decide: Decide<MergeInput> = {
  task_integrated: onIntegrated,
  task_compared: onCompared,
  run_checked: onRunChecked,
};

function onIntegrated(context: Context, input: InputOf<"task_integrated">): Answer {
  const task = latestWork(context.state, input, ["integrating"]);
  if (!task || nextMerge(context.state) !== task || needsComparing(context.state, task)) return NO;
  const { attempt, integration } = input;
  context.emit({ type: "task_integrated", task: task.id, attempt, integration });
  if (integration.type === "merged") context.emit({ type: "task_done", task: task.id });
  else evict(context, task, integration);
  return TAKEN;
}

function onCompared(context: Context, input: InputOf<"task_compared">): Answer {
  const task = latestWork(context.state, input, ["integrating"]);
  const isDue = task && nextMerge(context.state) === task && needsComparing(context.state, task);
  if (!isDue) return NO;
  afterComparing(context, task, input.report, input.trouble);
  return TAKEN;
}

function onRunChecked(context: Context, input: InputOf<"run_checked">): Answer {
  if (context.state.run.check !== "due") return NO;
  const { head, gates } = input;
  const passed = hasPassed(gates);
  context.emit({ type: "run_checked", head, gates, passed });
  if (!passed) onRedWhole(context, gates);
  return TAKEN;
}

/** Costs no retry of the lineage, because others moved the ground; but it does not go on for ever. */
function evict(context: Context, task: Task, found: Exclude<Integration, { type: "merged" }>): void {
  const limit = context.state.settings.workspace.evictionsMax;
  const why = evictionOf(task, found, limit);
  const round = found.type === "red" ? judgeRound(context, task, "gates", gateFindings(found.gates)) : null;
  if (round?.isEndless) return escalate(context, { tasks: [task.id], because: endlessOf(task, why) });
  if (task.counts.evictions + 1 >= limit) return escalate(context, { tasks: [task.id], because: why });
  const told = [found.report.trimEnd(), round?.told ?? "", UPDATED].filter((part) => part !== "");
  const restart = { because: why, reached: null, report: told.join("\n\n") };
  requeue(context, task, "queue", { because: why, restart, cost: { evictions: 1 } });
}

function evictionOf(task: Task, found: Exclude<Integration, { type: "merged" }>, limit: number): Because {
  const facts = { kind: found.type, count: task.counts.evictions + 1, limit, others: found.others.join(", ") };
  if (found.type === "conflict") return because("evicted", { ...facts, files: found.files.length }, found.files);
  const failure = gateFailure(found.gates);
  return because("evicted", { ...facts, message: failure.message }, failure.evidence);
}
