/** A task that waits: what moves it next, and, where Reeve holds it though the plan does not, why. Part of `project`. */
import type { Because } from "../../../domain/because.ts";
import type { Task } from "../../../domain/work/task.ts";
import { type Move, nextMove } from "../../../engine/next-move.ts";
import type { State } from "../../../engine/state.ts";

export interface WaitingView {
  readonly task: string;
  readonly move: Move;
  /** Why it is held; absent where only the plan's order, a slot or a limit keeps it. */
  readonly because?: Because;
}

export function waitingView(state: State, task: Task): WaitingView {
  const move = nextMove(state, task);
  const { because, addedDependsOn } = task;
  const isHeld = move.by === "advisors" || (move.by === "tasks" && move.on.some((id) => addedDependsOn.includes(id)));
  return { task: task.id, move, ...(isHeld && because && { because }) };
}
