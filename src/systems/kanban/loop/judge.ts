/** Whether a call brought an answer of the right form: the fields, a new entry in the work log, and a Manager that says what its file says. Content is not looked at. */

import { samePath } from "../files/paths.ts";
import { type BoardAnswer, type ManagerAnswer, type Read, readAnswer, readManagerAnswer } from "./answer.ts";
import type { AttemptEnded, Call, Judged, Received } from "./loop-types.ts";

export function judge(made: Call, input: AttemptEnded, at: number): Judged {
  const read = readOf(made, input);
  if (read.ok)
    return { type: "answer", answer: read.answer, extra: read.extra, isComplete: input.board?.isComplete ?? false };
  return {
    type: "retry",
    retry: { at, number: made.retries + 1, issue: read.issue, received: receivedText(input.received) },
  };
}

function readOf({ role }: Call, { received, hasEntry, board }: AttemptEnded): Read<BoardAnswer | ManagerAnswer> {
  if (received.type === "stopped") return bad("the agent was ended from outside");
  if (received.type === "nothing") return bad(received.why);
  if (role !== "Manager") {
    const read = readAnswer(received.value);
    if (!read.ok || read.answer.status === "error" || hasEntry) return read;
    return bad("the task file has no new entry in its work log");
  }
  const read = readManagerAnswer(received.value);
  if (!read.ok) return read;
  const { next_task, tasks } = read.answer;
  if (board === null) return bad("the kanban file it left cannot be read");
  if (!samePath(next_task, board.next)) return bad(`next_task is ${next_task}, but the kanban file says ${board.next}`);
  return sameList(tasks, board.tasks) ? read : bad("tasks is not the list that stands in the kanban file");
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((path, at) => samePath(path, other[at] ?? null));
}

const RECEIVED_MAX = 4_000;

function receivedText(received: Received): string {
  const text = received.type === "said" ? (JSON.stringify(received.value, null, 2) ?? "null") : "null";
  return text.length > RECEIVED_MAX ? `${text.slice(0, RECEIVED_MAX)}…` : text;
}

function bad(issue: string): { readonly ok: false; readonly issue: string } {
  return { ok: false, issue };
}
