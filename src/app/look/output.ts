/** What a task's agent printed, cleaned for a terminal, line by line or as deeds: its newest attempt, or an earlier one. */

import type { Deed } from "../../domain/words/deed.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import { readAttemptOutput } from "../../effects/agents/output/read-attempt-output.ts";
import { Transcript } from "../../effects/agents/output/transcript.ts";
import { unknownTask } from "../orders/order-refused.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";

export interface OutputWish {
  readonly run?: string | undefined;
  readonly task: string;
  /** From 1; undefined: the newest. */
  readonly attempt?: number | undefined;
  /** Go on while it lives. */
  readonly follow: boolean;
  /** Of each stream only so much of its end, where it is longer. */
  readonly lastBytes?: number | undefined;
  readonly signal: AbortSignal;
}

export interface TaskOutput {
  readonly attempt: AttemptId;
  readonly parts: AsyncIterable<{ readonly stream: "out" | "err"; readonly text: string }>;
}

export function readOutput(project: Project, wish: OutputWish): Promise<Reply<TaskOutput>> {
  return withRun(project, wish.run, ({ place, state }) => {
    const task = state.tasks.get(wish.task);
    if (!task) return unknownTask(state, wish.task);
    const number = wish.attempt ?? task.attempts;
    if (number < 1 || number > task.attempts)
      return refused({ what: "no_attempt", task: task.id, made: task.attempts });
    const attempt = `${task.id}.${number}`;
    return granted({ attempt, parts: readAttemptOutput(place.dir, attempt, wish) });
  });
}

export interface TaskTranscript {
  readonly attempt: AttemptId;
  /** A deed that changes an earlier one has its index. */
  readonly deeds: AsyncIterable<Deed>;
}

export async function readTranscript(project: Project, wish: OutputWish): Promise<Reply<TaskTranscript>> {
  const output = await readOutput(project, wish);
  return output.ok ? granted({ attempt: output.value.attempt, deeds: deedsOf(output.value) }) : output;
}

async function* deedsOf({ parts }: TaskOutput): AsyncGenerator<Deed> {
  const transcript = new Transcript();
  for await (const { stream, text } of parts) yield* transcript.take(stream, text);
}
