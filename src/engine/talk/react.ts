/** What is done about words to agents: they are handed to whoever works now. Only who is up hears anything. */
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Effect } from "../effect.ts";
import { liveAttempt, taskOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { nothing, type React } from "../tables.ts";
import type { TalkEvent } from "./events.ts";

export const react: React<TalkEvent> = {
  result_reported: nothing,
  attempt_waits: nothing,
  wisdom_added: nothing,
  message_sent: nothing,
  callback_failed: nothing,
  door_troubled: nothing,
  attempt_noted: nothing,
  task_told: ({ to }, state) => messagesTo(state, liveAttempt(state, to)),
  attempt_told: nothing,
};

/** Whoever starts is told then. */
export function messagesTo(state: State, attempt: Attempt | undefined): Effect[] {
  if (attempt?.phase !== "working" || attempt.task === undefined) return [];
  const { untold } = taskOf(state, attempt.task);
  return untold.map((message) => ({ type: "tell_attempt", attempt: attempt.id, message }));
}
