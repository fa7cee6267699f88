/**
 * A person takes a task over, to work in its worktree themselves. What is at work on it ends and its work stays; it waits
 * like for an answer, and a retry hands it back. What only a person can move is theirs already.
 */
import { because } from "../../domain/because.ts";
import { isFinal } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, refused, TAKEN } from "../input.ts";
import { ask } from "../question/ask.ts";

export function onTake(context: Context, { task: id }: InputOf<"take">): Answer {
  const { state, emit } = context;
  const task = state.tasks.get(id);
  if (!task) return refused({ what: "unknown_task", task: id });
  if (task.status === "done") return refused({ what: "task_done", task: id });
  if (task.status === "integrating") return refused({ what: "task_merging", task: id });
  if (isFinal(task.status) || task.status === "waiting_for_input") return TAKEN;
  const why = because("person", { said: "I work on it myself" });
  const attempt = task.attempt === null ? undefined : state.attempts.live.get(task.attempt);
  if (attempt && attempt.phase !== "stopping") emit({ type: "attempt_stopping", attempt: attempt.id, because: why });
  // Whoever took it knows of it: nobody is reminded.
  ask(context, { kind: "task", tasks: [id], text: heldText(id), because: why, ackedAt: context.at });
  return TAKEN;
}

function heldText(task: string): string {
  return `You hold ${task}. \`reeve retry ${task} --because "…"\` hands it back, with what you changed; what should its agent know?`;
}
