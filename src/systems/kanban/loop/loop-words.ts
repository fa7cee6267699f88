/** The loop's events as sentences for people. */
import type { ManagerAnswer } from "./answer.ts";
import type { LoopEnd, LoopEvent } from "./loop-types.ts";

export function loopSentence(event: LoopEvent): string | null {
  switch (event.type) {
    case "loop_begun":
      return `Working the board ${event.board}.`;
    case "loop_resumed":
      return "Resuming the board.";
    case "agent_called": {
      const { role, task, retries } = event.call;
      if (event.call.instruction !== undefined && retries === 0) return "The Manager makes the board.";
      if (role === "Manager") return retries === 0 ? null : "The Manager is asked again with the same input.";
      return retries === 0 ? `${task}: the ${role} starts.` : `${task}: the ${role} starts again with the same input.`;
    }
    case "agent_answered": {
      const { role, task } = event.call;
      const { status, message } = event.answer;
      const extra = event.extra.length === 0 ? "" : ` (ignored: ${event.extra.join(", ")})`;
      if (role !== "Manager") return `${task}: ${status}. ${message}${extra}`;
      const { next_task } = event.answer as ManagerAnswer;
      return `The Manager: ${status}${next_task === null ? "" : `, next is ${next_task}`}.${extra}`;
    }
    case "board_touched":
      return touchedSentence(event);
    case "call_retried":
      return `${event.call.task}: the ${event.call.role}'s answer has the wrong form (${event.retry.issue}).`;
    case "loop_stopping":
      return "Stopping: the agent is asked to end.";
    case "loop_ended":
      return endSentence(event.end);
    case "notice_failed":
      return event.retryAt === null
        ? `A message could not be sent to ${event.receiver}: ${event.detail}. \`reeve notify test\` tries all receivers.`
        : null;
    case "notice_raised":
    case "notice_claimed":
    case "notice_delivered":
    case "board_listed":
    case "board_put_back":
      return null;
    default:
      return event satisfies never;
  }
}

export function endSentence(end: LoopEnd): string {
  switch (end.type) {
    case "complete":
      return "The board is complete.";
    case "halted":
      return `The Manager named no next task: ${end.message}`;
    case "overrun":
      return `${end.task} was worked ${end.times} times and is still the current task. Look at its work log and the board's, then run it again.`;
    case "failed":
      return `${end.call.task}: the ${end.call.role} gave no valid answer, however often it was asked (${end.issue}). Last it handed back: ${end.received.replace(/\s+/g, " ").slice(0, 300)}`;
    case "refused":
      return end.sentences.join("\n");
    case "made":
      return `The Manager made the board; its first task is ${end.next}.`;
    case "stopped":
      return "Stopped. `reeve kanban run` resumes it.";
    default:
      return end satisfies never;
  }
}

/** A file does not say who wrote it: the agent, or a person who edited the board meanwhile. */
function touchedSentence({ call, copy }: Extract<LoopEvent, { type: "board_touched" }>): string {
  const kept = copy === undefined ? "" : `; the changed version is kept as ${copy}`;
  return `The kanban file was changed while the ${call.role} worked, by it or by you. Only the Manager may change it then, so it is put back${kept}. If the change is yours, stop the board with Ctrl-C, make the change, and run it again.`;
}
