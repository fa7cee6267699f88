/** What is changed when people are told of something: what waits to be sent, and what they have heard of. */
import type { EventOf } from "../event.ts";
import type { State } from "../state.ts";
import type { AlsoEvolve, Evolve } from "../tables.ts";
import { clearTimer, setTimer } from "../timer.ts";
import type { NoticeEvent } from "./events.ts";
import { foldOutbox } from "./outbox.ts";

export const evolve: Evolve<NoticeEvent> = {
  notice_raised: raised,
  notice_claimed: ({ notices }, event) => foldOutbox(notices, event),
  notice_delivered: ({ notices }, event) => foldOutbox(notices, event),
  notice_failed: ({ notices }, event) => foldOutbox(notices, event),
  notice_held({ notices: { causes } }, { cause }, at) {
    const { at: before = at, untold = 0 } = causes.get(cause) ?? {};
    causes.set(cause, { at: before, untold: untold + 1 });
  },
  inbox_timed(state, { at }) {
    if (at === null) clearTimer(state, { of: "inbox" });
    else setTimer(state, { of: "inbox" }, at);
  },
};

/** What is answered needs no telling. */
export const also: AlsoEvolve = {
  question_answered: ({ notices }, { question }) => void notices.told.delete(question),
  question_withdrawn: ({ notices }, { question }) => void notices.told.delete(question),
};

function raised(state: State, event: EventOf<"notice_raised">): void {
  const { notices } = state;
  const { cause, questions, at } = event.notice;
  foldOutbox(notices, event);
  notices.causes.set(cause, { at, untold: 0 });
  for (const id of questions) notices.told.set(id, { times: (notices.told.get(id)?.times ?? 0) + 1, at });
}
