/** What agents' calls change while they work. Part of `evolve`. */
import { never } from "../../domain/bug.ts";
import { limitTimer } from "../attempt/evolve.ts";
import type { EventOf } from "../event.ts";
import { attemptOf } from "../lookup.ts";
import type { State } from "../state.ts";
import type { TalkEvent } from "./events.ts";

export function talked(state: State, event: TalkEvent, at: number): void {
  const { talk } = state;
  switch (event.type) {
    case "result_reported":
      return reported(state, event);
    case "attempt_waits":
      return waits(state, event, at);
    case "wisdom_added":
      state.talk = { ...talk, wisdom: [...talk.wisdom, event.wisdom] };
      return;
    case "message_sent":
      state.talk = { ...talk, messages: [...talk.messages, event.message] };
      return;
    case "callback_failed":
      return;
    default:
      return never(event, "event");
  }
}

function reported(state: State, event: EventOf<"result_reported">): void {
  const attempt = attemptOf(state, event.attempt);
  attempt.reported = event.result;
  attempt.reports = (attempt.reports ?? 0) + 1;
}

function waits(state: State, event: EventOf<"attempt_waits">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  attempt.waitedMs = (attempt.waitedMs ?? 0) + (event.deadlineAt - attempt.deadlineAt);
  attempt.waitsUntil = event.until;
  attempt.deadlineAt = event.deadlineAt;
  attempt.activityAt = at;
  if (state.timers.has(limitTimer(attempt.id))) state.timers.set(limitTimer(attempt.id), event.deadlineAt);
}
