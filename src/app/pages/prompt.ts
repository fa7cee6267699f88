/** What an attempt was told, word for word, as it was laid down for it. Looks only. */
import { readIfThere } from "../../effects/files/foreign-file.ts";
import { attemptFolder } from "../../effects/processes/attempt-folder.ts";
import { unknownTask } from "../orders/order-refused.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";

export interface PromptWish {
  readonly run: string | undefined;
  readonly task: string;
  /** From 1; undefined: the newest. */
  readonly attempt?: number | undefined;
}

export interface PromptRead {
  readonly attempt: string;
  /** Null: it is not kept any more. */
  readonly text: string | null;
}

export function readPrompt(
  project: Project,
  { run, task: id, attempt: wanted }: PromptWish,
): Promise<Reply<PromptRead>> {
  return withRun(project, run, async ({ place, state }) => {
    const task = state.tasks.get(id);
    if (!task) return unknownTask(state, id);
    const number = wanted ?? task.attempts;
    if (number < 1 || number > task.attempts) return refused({ what: "no_attempt", task: id, made: task.attempts });
    const attempt = `${id}.${number}`;
    const text = await readIfThere(attemptFolder(place.dir, attempt).prompt);
    return granted({ attempt, text: text ?? null });
  });
}
