/** What is done about messages: they are sent, and sent again. */
import type { State } from "../state.ts";
import { nothing, type React } from "../tables.ts";
import { dueAt } from "../timer.ts";
import type { NoticeEvent } from "./events.ts";
import { type SendNotice, sends, sendsAfter } from "./outbox.ts";

export const react: React<NoticeEvent> = {
  notice_raised: (event, { notices }) => sendsAfter(notices, event),
  notice_claimed: nothing,
  notice_delivered: nothing,
  notice_failed: (event, { notices }) => sendsAfter(notices, event),
  notice_held: nothing,
  inbox_timed(_event, state) {
    const timer = { of: "inbox" } as const;
    const at = dueAt(state, timer);
    return at === null ? [] : [{ type: "set_timer", timer, at }];
  },
};

/** Messages that nobody has got yet. */
export function noticesOwed({ notices }: State): readonly SendNotice[] {
  return sends(notices);
}
