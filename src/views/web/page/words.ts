/** What a task does or waits for, in few words. */
import { plainText } from "../../../domain/words/wording.ts";
import { becauseSentence } from "../../../engine/wording/because-words.ts";
import { moveText } from "../../cli/look/move-text.ts";
import { span } from "./format.ts";
import { now, page } from "./store.ts";
import type { TaskView } from "./types.ts";

const QUIET_MS = 120_000;

export function taskLine(task: TaskView): string {
  const { state, at, move, because } = task;
  if (state === "working") return at === null ? "is starting" : workLine(at);
  if (state === "done") return "is done.";
  if (state === "failed" || state === "skipped" || state === "backoff")
    return because === null ? moveText(move, now.value) : plainText(becauseSentence(because));
  const own = page.value?.needs.find(({ tasks }) => tasks.includes(task.id));
  if (state === "question" && own) return own.what;
  return `${moveText(move, now.value)}${soForYou(task) ? ", so for you" : ""}`;
}

function workLine({ activity, activityAt, grade }: NonNullable<TaskView["at"]>): string {
  const quiet = now.value - activityAt;
  const doing = activity === null ? "works" : plainText(activity);
  if (grade !== "healthy" && grade !== "waiting") return `${grade} for ${span(quiet)}; ${doing}`;
  return quiet > QUIET_MS ? `quiet ${span(quiet)}; ${doing}` : doing;
}

/** It waits for somebody who waits for a person. */
function soForYou({ move }: TaskView): boolean {
  if (move.by !== "tasks") return false;
  const tasks = page.value?.view.tasks ?? [];
  return tasks.some(({ id, state }) => move.on.includes(id) && (state === "question" || state === "failed"));
}
