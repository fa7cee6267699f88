/**
 * A supervisor has answered: its actions are taken, all eight for real. One that cannot be taken is refused and told; where
 * nothing is left, a person is asked. It may also halt the run.
 */

import { type Because, because } from "../../../domain/because.ts";
import type { Advisor } from "../../../domain/work/advisor.ts";
import type { SupervisorAction, SupervisorAnswer } from "../../../domain/work/role-answers.ts";
import { isFinal, type Task } from "../../../domain/work/task.ts";
import { haltAndAsk } from "../../brake/halt.ts";
import type { Context } from "../../context.ts";
import { holdForPattern } from "../../pattern/hold-for-pattern.ts";
import { escalate } from "../../question/ask.ts";
import { requeue } from "../../task/requeue.ts";
import { waitForHurried } from "./order-actions.ts";
import { takeAction } from "./take-action.ts";

export function takeActions(context: Context, advisor: Advisor, task: Task, answer: SupervisorAnswer): void {
  if (answer.should_halt) return halt(context, task, answer);
  let isHandled = false;
  const taken: SupervisorAction[] = [];
  for (const action of answer.actions) {
    const refused = takeAction(context, action, answer);
    if (refused !== null)
      context.emit({
        type: "action_refused",
        task: action.task_id,
        action: action.action,
        why: refused,
        advisor: advisor.id,
        about: task.id,
      });
    else taken.push(action);
    if (refused === null && (action.task_id === task.id || concerns(action, task))) isHandled = true;
  }
  if (isHandled || isFinal(task.status) || waitForHurried(context, task, taken)) return;
  askInstead(context, task, advisor.request.because, answer.diagnosis);
}

/** Nothing came of asking: what has a common cause gets its one fix, everything else is a person's. */
export function askInstead(context: Context, task: Task, why: Because, diagnosis?: string): void {
  const fix = why.rule === "common_cause" ? holdForPattern(context, task, `${why.facts["attempt"]}`) : null;
  if (fix === null) return askPerson(context, task, why, diagnosis);
  if (fix === "asked") return;
  const { report, reached = null } = task.restart ?? {};
  const restart = { because: fix, reached, ...(report !== undefined && { report }) };
  requeue(context, task, "queue", { because: fix, restart });
}

function concerns({ action }: SupervisorAction, task: Task): boolean {
  return action === "fix_root_cause" && task.addedDependsOn.length > 0;
}

/** The task it was asked about waits for the answer too, unless something else holds it. */
function halt(context: Context, task: Task, { halt_reason, diagnosis }: SupervisorAnswer): void {
  const evidence = halt_reason === null ? [] : [`supervisor: ${diagnosis}`];
  const why = because("advised", { role: "supervisor", reason: halt_reason ?? diagnosis }, evidence);
  haltAndAsk(context, why, task.status === "ready" || task.status === "waiting" ? [task.id] : []);
}

function askPerson(context: Context, task: Task, why: Because, diagnosis?: string): void {
  const evidence = diagnosis === undefined ? why.evidence : [`supervisor: ${diagnosis}`, ...why.evidence];
  escalate(context, { tasks: [task.id], because: { ...why, evidence } });
}
