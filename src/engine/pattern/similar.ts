/**
 * Who would likely fail by a cause that others failed by, and has not begun: whoever is like those that failed, or
 * everybody, where the cause has met most of those that tried.
 */
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Task } from "../../domain/work/task.ts";
import type { PatternGroup } from "../causes/seen-failure.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";

export function likelyToFail(state: State, group: PatternGroup, members: readonly TaskId[]): TaskId[] {
  const { done, verifying, integrating } = state.derived.counts;
  // One failure alone says nothing about most of those that tried, also where its cause is known from before.
  const meetsMost = members.length > 1 && members.length >= done + verifying + integrating;
  const failed = members.map((id) => taskOf(state, id));
  return [...state.tasks.values()]
    .filter((task) => hasNotBegun(task) && (meetsMost || isLike(task, failed, group)))
    .map(({ id }) => id);
}

function hasNotBegun({ status, attempts, fixes }: Task): boolean {
  return fixes === null && attempts === 0 && (status === "ready" || status === "waiting");
}

function isLike(task: Task, failed: readonly Task[], group: PatternGroup): boolean {
  const { gang, tags, dependsOn, files, prompt } = task.spec;
  const subject = group.root_cause.match(/[`"']([^`"']{3,})[`"']/)?.[1];
  if (subject !== undefined && prompt.includes(subject)) return true;
  return failed.some(
    ({ spec }) =>
      (gang !== undefined && spec.gang === gang) ||
      tags.some((tag) => spec.tags.includes(tag)) ||
      dependsOn.some((on) => spec.dependsOn.includes(on)) ||
      files.some((file) => spec.files.some((other) => folderOf(other) !== "" && folderOf(other) === folderOf(file))),
  );
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
