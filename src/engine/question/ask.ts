/** The one place where a question to a person is made: its number, its time. And the last rung before the brake. */
import type { Because } from "../../domain/because.ts";
import { roundTable } from "../../domain/proof/round.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Question, QuestionId } from "../../domain/work/question.ts";
import type { Context } from "../context.ts";
import type { State } from "../state.ts";
import { giveUp } from "../task/ends.ts";

type Draft<Q> = Q extends Question
  ? Omit<Q, "id" | "askedAt" | "tasks" | "options"> & Partial<Pick<Q, "tasks" | "options">>
  : never;
export type QuestionDraft = Draft<Question>;

export function ask(context: Context, draft: QuestionDraft): QuestionId {
  const id = nextQuestion(context.state);
  const question: Question = { tasks: [], options: [], ...draft, id, askedAt: context.at };
  context.emit({ type: "question_asked", question });
  return id;
}

/** The number that the next question gets. */
export function nextQuestion({ questions }: State): QuestionId {
  return `q${questions.asked + 1}`;
}

export interface Escalation {
  readonly tasks: readonly TaskId[];
  readonly because: Because;
  readonly text?: string;
  readonly options?: readonly string[];
}

/**
 * A person is asked, or, where nobody is to be asked, the task is given up and all that depends on it ends with that
 * reason. One question per cause, however many tasks wait for it.
 */
export function escalate(context: Context, { tasks, because, text = "", options = [] }: Escalation): void {
  if (tasks.length === 0) return;
  if (context.state.settings.policies.escalation === "give_up") {
    for (const id of tasks) giveUp(context, id, because);
    return;
  }
  const table = tableOf(context.state, tasks);
  ask(context, {
    kind: "task",
    tasks,
    text: text === "" ? null : text,
    options,
    because,
    ...(table.length > 0 && { table }),
  });
}

/** Who is asked about work that was judged more than once sees what was found in each round. */
function tableOf(state: State, tasks: readonly TaskId[]): readonly string[] {
  const [first, ...others] = tasks;
  const task = first === undefined || others.length > 0 ? undefined : state.tasks.get(first);
  return task !== undefined && task.rounds.length > 1 ? roundTable(task.rounds) : [];
}
