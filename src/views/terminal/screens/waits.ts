/** What a task waits for, in few words, for lists. The long sentences are `move-text.ts`. */
import type { FleetView } from "../../../app/look/fleet-view.ts";
import type { TaskView } from "../../../app/look/parts/task-view.ts";
import type { Move } from "../../../engine/next-move.ts";
import { moveText } from "../../cli/look/move-text.ts";
import { clockMinutes } from "../paint/short-times.ts";

/** Tasks that wait for the same, together, the largest group first; those that a person could free before all others. */
export interface WaitingGroup {
  readonly tasks: readonly TaskView[];
  readonly words: string;
}

export function waitingGroups({ tasks }: FleetView, now: number): WaitingGroup[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const stands = personsOnly(tasks, byId);
  const groups = new Map<string, TaskView[]>();
  for (const task of tasks.filter(({ state }) => state === "waiting")) {
    const words = waitWords(task, stands, now);
    groups.set(words, [...(groups.get(words) ?? []), task]);
  }
  const found = [...groups].map(([words, members]) => ({ words, tasks: members }));
  const rank = ({ words }: WaitingGroup) => (words.endsWith("so for you") ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b) || b.tasks.length - a.tasks.length);
}

function waitWords({ move }: TaskView, stands: ReadonlySet<string>, now: number): string {
  if (move.by !== "tasks") return shortMove(move, now);
  const [first = "", ...others] = move.on;
  const more = others.length === 0 ? "" : others.length === 1 ? ` and ${others[0]}` : ` and ${others.length} more`;
  return `for ${first}${more}${move.on.some((id) => stands.has(id)) ? ", so for you" : ""}`;
}

/** Tasks that only a person can move, and all that wait for one of them. */
function personsOnly(tasks: readonly TaskView[], byId: ReadonlyMap<string, TaskView>): ReadonlySet<string> {
  const known = new Map<string, boolean>();
  const stands = (id: string): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const task = byId.get(id);
    const answer =
      task !== undefined &&
      (task.state === "question" || task.state === "failed" || (task.move.by === "tasks" && task.move.on.some(stands)));
    known.set(id, answer);
    return answer;
  };
  return new Set(tasks.filter(({ id }) => stands(id)).map(({ id }) => id));
}

export function shortMove(move: Move, now: number): string {
  switch (move.by) {
    case "slot":
      return "for a free slot";
    case "release":
      return "for the first task after the release";
    case "tasks":
      return `for ${move.on.join(", ")}`;
    case "advisors":
      return `for advice of ${move.advisors.join(", ")}`;
    case "siblings":
      return `for ${move.tasks.join(", ")} of its gang`;
    case "hold":
      return `until ${move.task} is decided`;
    case "resume":
      return "for `reeve resume`";
    case "run":
      return "for `reeve run`";
    default:
      return moveText(move, now).replace(/^waits? (?=for|until)/, "");
  }
}

/** What Reeve does with work that its agent says is done. */
export function proofWords(move: Move): string {
  switch (move.by) {
    case "job":
      if (move.retryAt !== null) return "Reeve could not, and tries again soon";
      return { verify: "gates look at its work", compare: "compared with the others' work", integrate: "being merged" }[
        move.job
      ];
    case "review":
      return `reviewed by ${move.advisor}`;
    case "merge_queue":
      return `in the queue behind ${move.behind}`;
    case "hold":
      return `held until ${move.task} is decided`;
    default:
      return shortMove(move, 0);
  }
}

export function untilWords(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((at - now) / 1_000));
  if (seconds < 90) return `in ${seconds}s`;
  return seconds < 5_400 ? `in ${Math.round(seconds / 60)}m` : clockMinutes(at);
}
