/** What can be done about one task as it stands: the same on every screen. The first is what one usually does. Pure. */
import type { TaskView } from "../../app/look/parts/task-view.ts";
import { type Act, acts } from "./act.ts";
import type { AttentionRow } from "./attention.ts";

export function taskActs(task: TaskView, needs: readonly AttentionRow[]): readonly Act[] {
  const { id, state } = task;
  const row = needs.find(({ tasks }) => tasks.includes(id));
  switch (state) {
    case "question":
      return row === undefined ? [acts.why(id)] : [...row.acts, acts.tell(id), acts.skip(id)];
    case "failed":
      return [acts.retry(id), acts.tell(id), acts.skip(id), acts.why(id)];
    case "working":
      return [acts.tell(id), acts.cut(id), acts.log(id), acts.why(id)];
    case "proving":
    case "merging":
      return [acts.log(id), acts.why(id)];
    case "backoff":
    case "limit":
    case "waiting":
      return [acts.why(id), acts.tell(id), acts.skip(id)];
    case "skipped":
      return [acts.retry(id), acts.why(id)];
    case "done":
      return [acts.why(id), acts.log(id)];
    default:
      return state satisfies never;
  }
}
