/** Sentences about messages to people: loud only where one could not be sent. */
import { hush, say, type Words } from "../wording/sentence.ts";
import type { NoticeEvent } from "./events.ts";

export const words: Words<NoticeEvent> = {
  notice_raised: (event) => ({
    ...hush(event),
    text: `Message ${event.notice.id} for ${event.notice.to.join(", ")}: ${event.notice.title}`,
  }),
  notice_claimed: hush,
  notice_delivered: hush,
  notice_failed: (event) =>
    event.retryAt === null
      ? say(
          null,
          `Message ${event.notice} could not be sent to ${event.receiver}: ${event.detail}. \`reeve notify test\` tries all receivers`,
        )
      : { ...hush(event), text: `Message ${event.notice} was not sent to ${event.receiver}: ${event.detail}` },
  notice_held: hush,
  inbox_timed: hush,
};
