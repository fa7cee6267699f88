/**
 * Whether a failure lies in how the work was handed over: what the latest attempt did with its tools, what of its briefing
 * was cut, whose files it touched. It gathers the facts; which cause they make is decided in `classify/pipeline-cause`.
 */
import type { Failure } from "../../domain/proof/failure.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";
import { type PipelineCause, pipelineCause } from "../classify/pipeline-cause.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { dependsOn } from "../task/ends.ts";

export interface HandedOver extends PipelineCause {
  /** The task that should go first, where that helps. */
  readonly first: TaskId | null;
}

/** `touched`: files it changed, as far as they are known. */
export function handedOver(
  state: State,
  task: Task,
  failure: Failure,
  touched: readonly string[] = [],
): HandedOver | null {
  const owned = touched.flatMap((path) => ownerOf(state, task, path));
  const { handover } = task;
  const cause = pipelineCause({
    contextCut: handover?.cut === true || failure.evidence.some((line) => COMPACTED.test(line)),
    // Whoever left a change did more than read, whatever its tools were called.
    ...(handover && touched.length === 0 && { turns: handover }),
    filesOwnedByOthers: owned,
  });
  if (cause === null) return null;
  const first = owned.find(({ task: id }) => !dependsOn(state, taskOf(state, id), task.id))?.task ?? null;
  return { ...cause, first: cause.cause === "files_owned_by_others" ? first : null };
}

const COMPACTED = /\b(?:context|conversation|history) (?:was|has been|is being) (?:compacted|truncated|cut)\b/i;

/** The open task that claims a file, or a folder it lies in, which this task does not claim itself. */
function ownerOf(state: State, task: Task, path: string): { path: string; task: TaskId }[] {
  const parts = path.split("/");
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join("/");
    const owners = [name, `${name}/`].flatMap((claimed) => state.derived.fileClaims.get(claimed) ?? []);
    if (owners.includes(task.id)) return [];
    const open = owners.find((id) => !isFinal(taskOf(state, id).status));
    if (open !== undefined) return [{ path, task: open }];
  }
  return [];
}
