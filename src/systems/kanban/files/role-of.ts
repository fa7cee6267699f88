/** Who works a task: the task's own header says it; where it says nothing, the board's phase does. A table, and nothing else. */
import type { Board } from "./board.ts";
import type { BoardRole, TaskFile } from "./task-file.ts";

export function roleOf(
  { phase, subPhase }: Pick<Board, "phase" | "subPhase">,
  { role }: Pick<TaskFile, "role">,
): BoardRole {
  return role ?? (phase === "execute" && subPhase === "review" ? "Architect" : BY_PHASE[phase]);
}

const BY_PHASE: Readonly<Record<Board["phase"], BoardRole>> = {
  design: "Architect",
  plan: "Manager",
  execute: "Implementor",
  validate: "Architect",
  complete: "Implementor",
};
