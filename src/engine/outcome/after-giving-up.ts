/** What becomes of those whose supervisor gave up: a person is asked, an advisor is done without, the root ends the run. */
import type { TaskId } from "../../domain/spec/plan.ts";
import { haltAndAsk } from "../brake/halt.ts";
import type { Context } from "../context.ts";
import type { EventOf } from "../event.ts";
import { findWork } from "../lookup.ts";
import { escalate } from "../question/ask.ts";
import { IN_TREE } from "../task/slots.ts";
import { gangOfPath } from "../tree/run-tree.ts";
import { adviceFailed } from "./after-advice.ts";

export function afterGivingUp(context: Context, { path, last, because: why }: EventOf<"supervisor_gave_up">): void {
  const { state } = context;
  const work = last === null ? undefined : findWork(state, last);
  if (work?.kind === "advisor" && IN_TREE.has(work.status)) {
    context.emit({ type: "left_tree", advisor: work.id });
    return adviceFailed(context, work, why);
  }
  const gang = gangOfPath(path);
  const tasks = gang === null ? (work ? [work.id] : []) : (state.derived.gangTasks.get(gang) ?? []);
  if (tasks.length > 0) escalate(context, { tasks: inTree(context, tasks), because: why });
  else if (path === "root" && state.run.phase !== "stopping") haltAndAsk(context, why);
}

function inTree({ state }: Context, ids: readonly TaskId[]): TaskId[] {
  return ids.filter((id) => IN_TREE.has(state.tasks.get(id)?.status ?? "done"));
}
