/**
 * What a person answers to an agent that asked while it works. One that waits gets it as the answer to its call; one that
 * went on is told while it works, where it can hear. All that come after find it among what people said.
 */

import type { QuestionOf } from "../../domain/work/question.ts";
import type { Context } from "../context.ts";
import { type Answer, TAKEN } from "../input.ts";
import { liveAttempt } from "../lookup.ts";

export function answerAgent(context: Context, question: QuestionOf<"agent">, text: string, note: string): Answer {
  const { state, at, emit } = context;
  const { asker: task } = question;
  const live = liveAttempt(state, state.tasks.get(task)?.attempt);
  const waits = live?.waitsUntil !== undefined && at <= live.waitsUntil;
  const to = live && live.phase !== "stopping" && !waits ? live.id : null;
  emit({ type: "question_answered", question: question.id, text, ...(to === null && { note }) });
  if (to !== null) emit({ type: "task_told", task, message: question.id, text: note, to });
  return TAKEN;
}
