/**
 * Which task is meant where a supervisor wants the one before worked again and does not name it: who makes what is missing,
 * whom the debugger suspects, whom the supervisor's own words name, or the only one it builds on. It never guesses among
 * several.
 */
import type { SupervisorAction, SupervisorAnswer } from "../../../domain/work/role-answers.ts";
import { dependenciesOf, type Task } from "../../../domain/work/task.ts";
import { makerOfLatest } from "../../pattern/who-makes.ts";
import type { State } from "../../state.ts";
import { dependsOn } from "../../task/ends.ts";
import { namesTask } from "../names-task.ts";

export function upstreamFor(
  state: State,
  task: Task,
  action: SupervisorAction,
  answer: SupervisorAnswer,
): Task | undefined {
  const found = answer.pattern_detected;
  const id =
    action.upstream ??
    makerOfLatest(state, task)?.task ??
    task.suspect ??
    namedIn(state, task, action.reason, found?.affected_tasks) ??
    namedIn(state, task, found?.root_cause ?? "", found?.affected_tasks) ??
    onlyOne(dependenciesOf(task));
  return id === null ? undefined : state.tasks.get(id);
}

/** The one task that the words name. */
function namedIn(state: State, task: Task, text: string, affected: readonly string[] = []): string | null {
  const isNamed = namesTask(text);
  const fits = (other: Task) =>
    other.id !== task.id && !affected.includes(other.id) && isNamed(other) && !dependsOn(state, other, task.id);
  return onlyOne([...state.tasks.values()].filter(fits).map(({ id }) => id));
}

function onlyOne(ids: readonly string[]): string | null {
  return ids.length === 1 ? (ids[0] ?? null) : null;
}
