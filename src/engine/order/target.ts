/** Whom an order means: the run, one task, or a gang with all its tasks. Ids have no colon, so `task:` and `gang:` tell them apart. */
import type { ProjectCap } from "../../domain/spec/caps.ts";
import type { Task } from "../../domain/work/task.ts";
import type { State } from "../state.ts";

export type Target =
  | { readonly of: "run" }
  | { readonly of: "cap"; readonly cap: ProjectCap }
  | { readonly of: "task"; readonly task: Task }
  | { readonly of: "gang"; readonly gang: string; readonly tasks: readonly Task[] };

/** Null: there is nothing of that name. `run` is the run, whatever tasks are called. */
export function targetOf(state: State, name: string): Target | null {
  if (name === "run") return { of: "run" };
  const [, kind, rest = name] = /^(task|gang):(.*)$/s.exec(name) ?? [];
  const task = kind === "gang" ? undefined : state.tasks.get(rest);
  if (task) return { of: "task", task };
  const isGang = kind !== "task" && Object.hasOwn(state.plan.gangs, rest);
  if (!isGang) return kind === undefined && (name === "day" || name === "project") ? { of: "cap", cap: name } : null;
  const tasks = [...state.tasks.values()].filter(({ spec }) => spec.gang === rest);
  return { of: "gang", gang: rest, tasks };
}
