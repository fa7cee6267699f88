/** A task is to start before all others, with whatever it waits for. What has begun is not hurried. */
import type { Because } from "../../domain/because.ts";
import { dependenciesOf, isFinal, type Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";

export function putFirst({ state, emit }: Context, task: Task, because: Because): void {
  const chain = new Set<Task>();
  const todo = [task];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (isFinal(next.status) || chain.has(next)) continue;
    chain.add(next);
    todo.push(...dependenciesOf(next).map((id) => taskOf(state, id)));
  }
  const others = [...state.tasks.values()].filter((each) => !isFinal(each.status) && !chain.has(each));
  const first = Math.max(0, ...others.map(({ spec }) => spec.priority)) + 1;
  for (const { id, status, spec } of chain) {
    const priority = Math.max(first, spec.priority);
    if ((status === "ready" || status === "waiting") && (spec.priority < first || id === task.id))
      if (priority !== spec.priority) emit({ type: "task_put_first", task: id, priority, because });
  }
}
