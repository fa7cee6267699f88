/**
 * The plain loop: read the board, call the agent of its current task, look at the form of the answer, call the Manager, again.
 * It decides nothing about the content of anything: which task is next, what an answer means, when the work is over, all that
 * stands in the kanban file, and the Manager writes it. Here is only who is called next, and when a call is made again.
 *
 * States: new → reading → working (the task's agent) → working (the Manager) → reading … → ended.
 * A call without a valid answer goes through logging to the same call; a touched board through restoring first.
 */

import { decideOutbox } from "../../../engine/notice/outbox.ts";
import type { BoardRole } from "../files/task-file.ts";
import type { BoardAnswer, ManagerAnswer } from "./answer.ts";
import { judge } from "./judge.ts";
import type { AttemptEnded, BoardRead, Call, Judged, Loop, LoopEvent, LoopInput, Step } from "./loop-types.ts";
import { type BoardInput, promptOf } from "./prompt.ts";

/** A board whose Manager names one task without end is not worked without end. */
const CALLS_OF_A_TASK_MAX = 10;

export function decideLoop(
  loop: Loop,
  input: LoopInput,
  at: number,
  digest: (text: string) => string,
): readonly LoopEvent[] {
  const { step } = loop;
  const call: Caller = (wish, given) =>
    calling(loop, wish, promptOf(wish.role, loop.briefs, given, wish.answer), digest);
  switch (input.type) {
    case "loop_opened":
      return opened(loop, input, digest);
    case "board_read":
      return step.type === "reading" ? boardRead(loop, input, call) : [];
    case "attempt_ended": {
      if (!isOf(step, input.attempt)) return [];
      if (input.received.type === "stopped" && loop.isStopping)
        return [{ type: "loop_ended", end: { type: "stopped" } }];
      const judged = judge(step.call, input, at);
      if (input.isBoardTouched) return [{ type: "board_touched", call: step.call, judged, ...copyOf(input) }];
      return follow(loop, step.call, judged, call);
    }
    case "attempt_never_began":
      return isOf(step, input.attempt) ? [again(loop, step.call, step.call.retries)] : [];
    case "board_restored":
      if (step.type !== "restoring") return [];
      return [{ type: "board_put_back" }, ...follow(loop, step.call, step.judged, call)];
    case "retry_logged":
      return step.type === "logging" ? [again(loop, step.call, step.call.retries + 1)] : [];
    case "notice_claimed":
    case "notice_delivered":
    case "notice_failed":
      return decideOutbox(loop.notices, input, at);
    case "stop":
      return stopped(loop);
    default:
      return input satisfies never;
  }
}

type Wish = Pick<Call, "role" | "task" | "round" | "retries" | "instruction"> & { readonly answer?: BoardAnswer };
type Caller = (wish: Wish, input: BoardInput) => LoopEvent;

function isOf(step: Step, attempt: string): step is Extract<Step, { type: "working" }> {
  return step.type === "working" && step.call.attempt === attempt;
}

function opened(
  loop: Loop,
  { type: _, instruction, ...given }: Extract<LoopInput, { type: "loop_opened" }>,
  digest: (text: string) => string,
): readonly LoopEvent[] {
  const { step } = loop;
  const begun: LoopEvent = { type: "loop_begun", ...given };
  if (step.type === "new" && instruction !== undefined) {
    const prompt = promptOf("Manager", given.briefs, { instruction });
    const wish: Wish = { role: "Manager", task: given.board, round: "", retries: 0, instruction };
    return [begun, calling({ ...loop, ...given }, wish, prompt, digest)];
  }
  if (step.type === "new") return [begun];
  const { receivers } = given;
  const isResumed = step.type === "ended" && step.end.type === "stopped";
  return isResumed ? [{ type: "loop_resumed", ...(receivers && { receivers }) }] : [];
}

function boardRead(loop: Loop, input: BoardRead, call: Caller): readonly LoopEvent[] {
  if (input.refused) return [{ type: "loop_ended", end: { type: "refused", sentences: input.refused } }];
  const listed: LoopEvent = { type: "board_listed", tasks: input.tasks };
  if (input.isOver) return [listed, { type: "loop_ended", end: { type: "complete" } }];
  const { task, role, round, retries, tasks } = input;
  if ((loop.begun.get(task) ?? 0) >= CALLS_OF_A_TASK_MAX)
    return [listed, { type: "loop_ended", end: { type: "overrun", task, times: CALLS_OF_A_TASK_MAX } }];
  const given = role === "Manager" ? { kanban_file: loop.board, done_task: task, tasks } : { task_file: task };
  return [listed, call({ role, task, round, retries }, given)];
}

function follow(loop: Loop, made: Call, judged: Judged, call: Caller): readonly LoopEvent[] {
  const { role, task, round } = made;
  if (judged.type === "retry") {
    const { issue, received } = judged.retry;
    if (made.retries < loop.retriesMax) return [{ type: "call_retried", call: made, retry: judged.retry }];
    return [{ type: "loop_ended", end: { type: "failed", call: { role, task }, issue, received } }];
  }
  const { answer, extra, isComplete } = judged;
  const answered: LoopEvent = { type: "agent_answered", call: made, answer, extra };
  if (role !== "Manager") {
    const { status, message } = answer;
    const given = { kanban_file: loop.board, done_task: task, tasks: loop.tasks };
    return [answered, call({ role: "Manager", task, round, retries: 0, answer: { status, message } }, given)];
  }
  const { next_task: next } = answer as ManagerAnswer;
  if (next !== null && made.instruction !== undefined)
    return [answered, { type: "loop_ended", end: { type: "made", next } }];
  if (next !== null) return [answered];
  return [
    answered,
    { type: "loop_ended", end: isComplete ? { type: "complete" } : { type: "halted", message: answer.message } },
  ];
}

function copyOf({ refusedCopy }: AttemptEnded): { readonly copy?: string } {
  return refusedCopy === undefined ? {} : { copy: refusedCopy };
}

function stopped({ step, isStopping }: Loop): readonly LoopEvent[] {
  if (step.type === "ended" || isStopping) return [];
  if (step.type === "working") return [{ type: "loop_stopping" }];
  return [{ type: "loop_ended", end: { type: "stopped" } }];
}

function calling(loop: Loop, wish: Wish, prompt: string, digest: (text: string) => string): LoopEvent {
  const isBuiltIn = wish.role === "Manager" && loop.isManagerBuiltIn;
  const attempt = attemptOf(loop, wish.role);
  return {
    type: "agent_called",
    call: { ...wish, attempt, prompt, hash: digest(prompt), ...(isBuiltIn && { isBuiltIn }) },
  };
}

/** The same agent with the same bytes. */
export function again(loop: Loop, made: Call, retries: number): LoopEvent {
  return { type: "agent_called", call: { ...made, attempt: attemptOf(loop, made.role), retries } };
}

function attemptOf({ attempts }: Loop, role: BoardRole): string {
  return `${role.toLowerCase()}.${attempts + 1}`;
}
