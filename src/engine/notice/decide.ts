/** Sending messages: whoever claims one that waits may send it; what came of it, and whether it is tried again. */
import type { Context } from "../context.ts";
import { type Answer, NO, TAKEN } from "../input.ts";
import type { Decide } from "../tables.ts";
import type { NoticeInput } from "./inputs.ts";
import { decideOutbox } from "./outbox.ts";

export const decide: Decide<NoticeInput> = {
  notice_claimed: (context, input) => (settle(context, input) === "notice_claimed" ? { type: "go" } : NO),
  notice_delivered: (context, input) => taken(settle(context, input)),
  notice_failed: (context, input) => taken(settle(context, input)),
};

function settle({ state, at, emit }: Context, input: NoticeInput): string | undefined {
  const events = decideOutbox(state.notices, input, at);
  for (const event of events) emit(event);
  return events[0]?.type;
}

/** A report about what waits no longer changes nothing. */
function taken(_what: string | undefined): Answer {
  return TAKEN;
}
