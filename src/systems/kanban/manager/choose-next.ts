/**
 * Which task is next: ready, by priority, then first come. Where tasks are left and none is ready it says why, by name: a
 * circle, a dependency on a file that is not there, a file that cannot be read.
 */
import { nameOf } from "../files/paths.ts";
import { PRIORITIES } from "../files/priority.ts";
import { readTaskFile, type TaskFile } from "../files/task-file.ts";
import type { Desk } from "./reconcile.ts";

export type Next =
  | { readonly type: "task"; readonly name: string; readonly task: TaskFile }
  | { readonly type: "complete" }
  | { readonly type: "halt"; readonly message: string };

export function chooseNext({ board, unreadable, pathOf }: Desk, files: ReadonlyMap<string, string>): Next {
  const tasks = new Map([...files].flatMap(([name, text]) => asTask(name, text)));
  const names = [...new Set(board.tasks.map(nameOf))];
  const left = names.filter((name) => !(tasks.get(name)?.isDone ?? false));
  if (left.length === 0) return { type: "complete" };
  const blockers = (name: string) =>
    (tasks.get(name)?.dependencies ?? []).filter((each) => !(tasks.get(nameOf(each))?.isDone ?? false));
  const ready = left.flatMap((name) => {
    const task = tasks.get(name);
    return task !== undefined && blockers(name).length === 0 ? [{ name, task }] : [];
  });
  const [first] = ready.sort(
    (one, other) => PRIORITIES.indexOf(one.task.priority) - PRIORITIES.indexOf(other.task.priority),
  );
  if (first !== undefined) return { type: "task", ...first };
  return { type: "halt", message: whyNone(left, tasks, unreadable, pathOf) };
}

function asTask(name: string, text: string): [string, TaskFile][] {
  const read = readTaskFile(text, name);
  return read.ok ? [[name, read.value]] : [];
}

type Tasks = ReadonlyMap<string, TaskFile>;

function whyNone(
  left: readonly string[],
  tasks: Tasks,
  unreadable: ReadonlyMap<string, string>,
  pathOf: (name: string) => string,
): string {
  const unread = left
    .filter((name) => unreadable.has(name))
    .map((name) => `${pathOf(name)} cannot be read (${unreadable.get(name)})`);
  const gone = left
    .filter((name) => !tasks.has(name) && !unreadable.has(name))
    .map((name) => `${pathOf(name)} does not exist`);
  const absent = left.flatMap((name) =>
    (tasks.get(name)?.dependencies ?? [])
      .filter((each) => !tasks.has(nameOf(each)) && !unreadable.has(nameOf(each)))
      .map((each) => `${pathOf(name)} depends on ${each}, which does not exist`),
  );
  const circle = circleIn(left, tasks);
  const round = circle === null ? [] : [`${circle.map(pathOf).join(" waits for ")}: a circle`];
  const reasons = [...unread, ...gone, ...absent, ...round];
  const waiting =
    left.length === 1 ? "One task is left and it is not ready" : `${left.length} tasks are left and none is ready`;
  return `${waiting}: ${reasons.length === 0 ? "each waits for another" : reasons.join("; ")}.`;
}

/** The first circle found, its first member named again at its end. */
function circleIn(names: readonly string[], tasks: Tasks): readonly string[] | null {
  const finished = new Set<string>();
  for (const start of names) {
    const path: string[] = [];
    const stack: { readonly name: string; rest: string[] }[] = [];
    const enter = (name: string) => {
      path.push(name);
      stack.push({
        name,
        rest: (tasks.get(name)?.dependencies ?? []).map(nameOf).filter((each) => !(tasks.get(each)?.isDone ?? true)),
      });
    };
    if (!finished.has(start)) enter(start);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const next = top?.rest.shift();
      if (top === undefined) break;
      if (next === undefined) {
        finished.add(top.name);
        stack.pop();
        path.pop();
      } else if (path.includes(next)) return [...path.slice(path.indexOf(next)), next];
      else if (!finished.has(next)) enter(next);
    }
  }
  return null;
}
