/**
 * Who waited for nothing but more to spend goes on once there is room: their questions are settled by the grant, and a run
 * that was halted for its budget resumes. Who still has no room keeps its question.
 */
import type { Because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { dependenciesOf, type Task } from "../../domain/work/task.ts";
import { capOver, gangOver } from "../budget/caps.ts";
import { expectedOf, shortOf } from "../budget/expected-cost.ts";
import { runOverBudget, taskOverBudget } from "../budget/over-budget.ts";
import { keptForRepair } from "../budget/parts/repair-share.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { bringBack } from "../task/bring-back.ts";
import { hasEndedUnmet } from "../task/ends.ts";

/** Who was given more: these tasks, or the run as a whole. */
export type Whose = "run" | readonly TaskId[];

/** The tasks that go on by it. */
export function settleSpent(context: Context, whose: Whose, why: Because): readonly TaskId[] {
  const { state, emit } = context;
  const said = `A person ${why.facts["said"]}.`;
  const free = [...state.tasks.values()].filter((task) => waitsForMoney(state, task, whose) && hasRoom(context, task));
  for (const task of free) {
    const question = task.question === null ? undefined : state.questions.open.get(task.question);
    // Others may wait for the same answer by another reason: those stay asked.
    if (question?.tasks.every((id) => free.some((each) => each.id === id)))
      emit({ type: "question_answered", question: question.id, text: `${why.facts["said"]}` });
  }
  for (const task of free) bringBack(context, task, why, said);
  return free.map(({ id }) => id);
}

/** Where it was stopped for its budget and there is room now. */
export function resumeSpent({ state, emit, at }: Context): void {
  const { run } = state;
  const isSpent = run.because?.rule === "budget_exceeded" && (run.phase === "halted" || run.phase === "stopping");
  if (
    isSpent &&
    runOverBudget(state) === null &&
    keptForRepair(state) === null &&
    capOver(state, at) === null &&
    !isOutOfTime(state)
  )
    emit({ type: "run_resumed" });
}

/** Its last failure was its budget, or one more try was too dear for a budget. */
function waitsForMoney({ questions }: State, { id, status, question, because: why }: Task, whose: Whose): boolean {
  if (why === null || (status !== "waiting_for_input" && status !== "given_up")) return false;
  const kind = question === null ? "task" : questions.open.get(question)?.kind;
  if (kind !== "task") return false;
  const isOfTheRun = why.rule === "too_costly" && why.facts["whose"] === "run";
  if (whose === "run" || isOfTheRun) return whose === "run" && isOfTheRun;
  if (!whose.includes(id)) return false;
  if (why.rule === "budget_exceeded") return why.facts["whose"] === "gang";
  return why.rule === "too_costly" || (why.rule === "terminal_failure" && why.facts["class"] === "budget");
}

function hasRoom({ state, at }: Context, task: Task): boolean {
  if (taskOverBudget(task) !== null || gangOver(state, task.spec.gang, at) !== null) return false;
  if (dependenciesOf(task).some((id) => hasEndedUnmet(taskOf(state, id)))) return false;
  return task.because?.rule !== "too_costly" || shortOf(state, task, expectedOf(state, task)) === null;
}

/** The clock stood when it was halted. */
function isOutOfTime({ run, settings, spending }: State): boolean {
  const { minutes } = settings.budgets;
  const limit = minutes === undefined ? Number.POSITIVE_INFINITY : minutes + (spending.granted?.minutes ?? 0);
  return run.workedMs >= limit * 60_000;
}
