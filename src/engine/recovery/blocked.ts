/**
 * What is done for a task whose agent says that it is blocked. That is honest, not a failure, and costs nothing. What is
 * ambiguous is a person's to say, at once and in the agent's own words; what another task of the plan makes is waited
 * for; the rest goes to somebody who thinks, where there is one, then to the planner, and else to a person.
 */

import { because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { AttemptId, Restart } from "../../domain/work/attempt.ts";
import type { BlockedResult } from "../../domain/work/outcome.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { makerOf } from "../pattern/who-makes.ts";
import { escalate } from "../question/ask.ts";
import { uncountedMax } from "../settings.ts";
import type { State } from "../state.ts";
import { askedBefore } from "../talk/asked-before.ts";
import { dependsOn } from "../task/ends.ts";
import { requeue } from "../task/requeue.ts";
import { askAboutClaim, believeClaim } from "./claim.ts";
import { namesTask } from "./names-task.ts";
import { waitFor } from "./take-step.ts";

export function onBlocked(context: Context, task: Task, attempt: AttemptId, blocked: BlockedResult): void {
  if (askedBefore(context, task, attempt, blocked)) return;
  const why = because("blocked", { reason: blocked.blocked_reason, attempted: blocked.attempted });
  // Being blocked costs nothing, but not for ever.
  if ((task.counts.uncounted ?? 0) + 1 >= uncountedMax(context.state.settings.policies))
    return escalate(context, { tasks: [task.id], because: why, text: blocked.uncertain_about });
  const restart: Restart = { because: why, reached: null, report: blocked.uncertain_about };
  const first = blocked.blocked_reason === "missing_dependency" ? namedTask(context.state, task, blocked) : null;
  if (first !== null) {
    const facts = {
      task: first,
      subject: blocked.uncertain_about,
      message: blocked.uncertain_about,
      class: "refusal_or_blocked",
    };
    const needs = because("needs_task", facts);
    waitFor(context, task, first, needs);
    return requeue(context, task, "queue", {
      because: needs,
      restart: { ...restart, because: needs },
      cost: { free: true },
    });
  }
  if (blocked.blocked_reason === "impossible_as_specified" && askAboutClaim(context, task, blocked))
    return requeue(context, task, "queue", { because: why, restart, cost: { free: true } });
  believeClaim(context, task, blocked);
}

/** A task of the plan that is not done, by its id, by a file that it makes, or by what else it is told to make. */
function namedTask(state: State, task: Task, { uncertain_about, attempted }: BlockedResult): TaskId | null {
  const said = `${uncertain_about}\n${attempted}`;
  const isNamed = namesTask(said);
  const fits = (other: Task) =>
    other.id !== task.id && !isFinal(other.status) && isNamed(other) && !dependsOn(state, other, task.id);
  return [...state.tasks.values()].find(fits)?.id ?? makerOfNamed(state, task, said);
}

const NAMES_MAX = 10;

/** What looks like a module or a file in its words. */
function makerOfNamed(state: State, task: Task, said: string): TaskId | null {
  const names = [...said.matchAll(/[\w@~-]+(?:[./][\w-]+)+/g)].map(([name]) => name).slice(0, NAMES_MAX);
  for (const subject of names) {
    const maker = makerOf(state, task, { class: "import_error", subject }, "");
    if (maker !== null && !maker.isDone) return maker.task;
  }
  return null;
}
