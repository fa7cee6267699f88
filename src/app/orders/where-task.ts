/** Where the work of a task lies; it only looks. */
import { existsSync } from "node:fs";
import type { Task } from "../../domain/work/task.ts";
import { placeOf, worktreesDir } from "../../effects/workspace/worktree/run-repository.ts";
import { type OpenedRun, withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { unknownTask } from "./order-refused.ts";

export function whereTask(project: Project, run: string | undefined, id: string): Promise<Reply<string>> {
  return withRun(project, run, (opened) => {
    const task = opened.state.tasks.get(id);
    if (!task) return unknownTask(opened.state, id);
    const dir = folderOf(opened, task);
    return existsSync(dir) ? granted(dir) : refused({ what: "no_worktree", task: id, status: task.status });
  });
}

/** Where all work in one folder it is that one. */
export function folderOf({ project: { root, stateDir }, place, state }: OpenedRun, { id, spec }: Task): string {
  if (state.run.base === null) return root;
  return placeOf({ run: place.id, worktrees: worktreesDir(stateDir, place.id) }, id, spec.title).dir;
}
