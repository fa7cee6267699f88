/**
 * Which task is meant where a supervisor wants the one before worked again and does not name it: who makes what is missing,
 * whom the debugger suspects, whom the supervisor's own words name, or the only one it builds on. It never guesses among
 * several.
 */
import type { SupervisorAction, SupervisorAnswer } from "../../domain/work/role-answers.ts";
import { dependenciesOf, type Task } from "../../domain/work/task.ts";
import type { State } from "../state.ts";
import { dependsOn } from "../task/ends.ts";
import { makerOf } from "./who-makes.ts";

export function upstreamFor(
  state: State,
  task: Task,
  action: SupervisorAction,
  answer: SupervisorAnswer,
): Task | undefined {
  const found = answer.pattern_detected;
  const id =
    action.upstream ??
    makerOfLatest(state, task) ??
    task.suspect ??
    namedIn(state, task, action.reason, found?.affected_tasks) ??
    namedIn(state, task, found?.root_cause ?? "", found?.affected_tasks) ??
    onlyOne(dependenciesOf(task));
  return id === null ? undefined : state.tasks.get(id);
}

function makerOfLatest(state: State, task: Task): string | null {
  const note = state.patterns.failures.findLast((each) => each.task === task.id);
  if (!note) return null;
  const { class: kind, subject } = note;
  const failure = {
    class: kind,
    restart: "persistent",
    message: "",
    evidence: [],
    ...(subject && { subject }),
  } as const;
  return makerOf(state, task, failure)?.task ?? null;
}

/** The one task whose id, or a file that it makes, is among the words; a bare number is an id only after "task". */
function namedIn(state: State, task: Task, text: string, affected: readonly string[] = []): string | null {
  const words = new Set(text.split(/[^\w./@-]+/).map((word) => word.replace(/[.:,]+$/, "")));
  const numbered = new Set([...text.matchAll(/\btasks?\s+(\d+)\b/gi)].map(([, number]) => number));
  const isNamed = ({ id, spec }: Task) =>
    (/^\d+$/.test(id) ? numbered.has(id) : words.has(id)) || spec.files.some((file) => words.has(file));
  const fits = (other: Task) =>
    other.id !== task.id && !affected.includes(other.id) && isNamed(other) && !dependsOn(state, other, task.id);
  return onlyOne([...state.tasks.values()].filter(fits).map(({ id }) => id));
}

function onlyOne(ids: readonly string[]): string | null {
  return ids.length === 1 ? (ids[0] ?? null) : null;
}
