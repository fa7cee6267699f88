/**
 * A supervisor has answered: its actions are taken, all eight for real. One that cannot be taken is refused and told; where
 * nothing is left, a person is asked. It may also halt the run.
 */

import { type Because, because } from "../../domain/because.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import type { SupervisorAction, SupervisorAnswer } from "../../domain/work/role-answers.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";
import { haltAndAsk } from "../brake/halt.ts";
import type { Context } from "../context.ts";
import { escalate } from "../question/ask.ts";
import { takeAction } from "./actions.ts";

export function takeActions(context: Context, advisor: Advisor, task: Task, answer: SupervisorAnswer): void {
  if (answer.should_halt) return halt(context, task, answer);
  let isHandled = false;
  for (const action of answer.actions) {
    const refused = takeAction(context, action, answer);
    if (refused !== null)
      context.emit({ type: "action_refused", task: action.task_id, action: action.action, why: refused });
    else if (action.task_id === task.id || concerns(action, task)) isHandled = true;
  }
  if (!isHandled && !isFinal(task.status)) askPerson(context, task, advisor.request.because, answer.diagnosis);
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
