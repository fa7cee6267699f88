/** What stands still until a question is answered: the tasks that wait for it, and all that can only begin after those. Looks only. */
import type { TaskId } from "../../domain/spec/plan.ts";
import { heldBy, type Question } from "../../domain/work/question.ts";
import { dependenciesOf, isFinal } from "../../domain/work/task.ts";
import type { State } from "../state.ts";

export interface Held {
  /** Wait for the answer itself. */
  readonly waiting: readonly TaskId[];
  /** Wait for those, directly or by others. */
  readonly behind: number;
  /** Everything waits. */
  readonly run: boolean;
}

export function heldByQuestion(state: State, question: Question): Held {
  const agents = heldBy(question);
  const open = [...state.tasks.values()].filter(({ status }) => !isFinal(status));
  const ofAgents = open.filter(({ status, spec }) => status === "ready" && agents.includes(spec.agent));
  const waiting = [...new Set([...question.tasks, ...ofAgents.map(({ id }) => id)])];
  const reached = new Set(waiting);
  for (let before = -1; reached.size !== before; ) {
    before = reached.size;
    for (const task of open)
      if (!reached.has(task.id) && dependenciesOf(task).some((id) => reached.has(id))) reached.add(task.id);
  }
  return { waiting, behind: reached.size - waiting.length, run: question.kind === "halt" };
}
