/**
 * An agent that ends because it is blocked may have put its question to a person before. Then nobody is asked twice: the
 * task waits for that question, or goes on with the answer that came while the agent was ending.
 */

import { because } from "../../domain/because.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { BlockedResult } from "../../domain/work/outcome.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { requeue } from "../task/requeue.ts";
import { openQuestion } from "./decide.ts";

/** False: it had not asked. */
export function askedBefore(context: Context, task: Task, attempt: AttemptId, blocked: BlockedResult): boolean {
  const { state } = context;
  const asked = blocked.uncertain_about;
  const why = because("blocked", { reason: blocked.blocked_reason, attempted: blocked.attempted });
  // Of this attempt only: one that is still blocked though it was told the answer needs another.
  const answered = state.talk.answers.findLast((each) => each.attempt === attempt && each.asked === asked);
  if (answered) {
    const said = because("person", { said: answered.answer });
    requeue(context, task, "queue", {
      because: said,
      restart: { because: why, reached: null },
      cost: { free: true },
    });
    return true;
  }
  const open = openQuestion(state, task.id, asked);
  if (open) context.emit({ type: "question_awaited", question: open.id, task: task.id, because: why });
  return open !== undefined;
}
