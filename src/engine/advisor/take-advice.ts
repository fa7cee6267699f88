/**
 * An advisor has answered, or has failed. A debugger's analysis goes to the next attempt; a supervisor's actions are
 * taken, all eight for real. One that cannot be taken is refused and told; where nothing is left, a person is asked.
 */
import { type Because, because } from "../../domain/because.ts";
import type { Advised } from "../../domain/outcome.ts";
import type { SupervisorAction, SupervisorAnswer } from "../../domain/role-answers.ts";
import type { Advises, Task } from "../../domain/task.ts";
import { isFinal } from "../../domain/task.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";
import { takeReport } from "../merge/checking-whole.ts";
import { takeVerdict } from "../proof/reviewing.ts";
import { escalate } from "../question/escalate.ts";
import { takeAction } from "../recovery/actions.ts";
import { takePlan } from "../replan/replan.ts";
import { haltAndAsk } from "../run/halt.ts";
import { debuggerText } from "./advice-text.ts";

export function takeAdvice(context: Context, advisor: Task, advises: Advises, { role, answer }: Advised): void {
  context.emit({ type: "task_done", task: advisor.id });
  const task = taskOf(context.state, advises.about);
  switch (role) {
    case "debugger":
      return context.emit({ type: "advice_given", task: task.id, advisor: advisor.id, text: debuggerText(answer) });
    case "supervisor":
      return takeActions(context, advisor, task, advises, answer);
    case "planner":
      return takePlan(context, task, advises, answer);
    case "reviewer":
      return takeVerdict(context, advisor, advises, answer);
    case "coherence":
      return takeReport(context, advisor, answer);
  }
}

/** Recorded, and it goes on without: a debugger's silence costs nothing, a supervisor's or a planner's leaves it to a person. */
export function adviceFailed(context: Context, advisor: Task, advises: Advises, message: string): void {
  const why = because("advice_failed", { role: advises.role, message });
  context.emit({ type: "task_skipped", task: advisor.id, because: why, dependantsGoOn: true });
  const task = taskOf(context.state, advises.about);
  if ((advises.role === "supervisor" || advises.role === "planner") && !isFinal(task.status))
    askPerson(context, task, advises.because);
}

function takeActions(context: Context, advisor: Task, task: Task, advises: Advises, answer: SupervisorAnswer): void {
  context.emit({ type: "advice_given", task: task.id, advisor: advisor.id, text: answer.diagnosis });
  if (answer.should_halt) return halt(context, task, answer);
  let settled = false;
  for (const action of answer.actions) {
    const refused = takeAction(context, action, answer);
    if (refused !== null)
      context.emit({ type: "action_refused", task: action.task_id, action: action.action, why: refused });
    else if (action.task_id === task.id || concerns(action, task)) settled = true;
  }
  if (!settled && !isFinal(task.status)) askPerson(context, task, advises.because, answer.diagnosis);
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
