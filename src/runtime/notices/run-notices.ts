/** The messages of a run on their way out. Wiring only. */
import { notSent } from "../../effects/notify/message.ts";
import type { SendNotice } from "../../effects/notify/send-notice.ts";
import type { Answer, Input } from "../../engine/input.ts";
import type { Desk } from "../runner/system.ts";
import type { Clock } from "../time/clock.ts";
import { NoticeDesk } from "./notice-desk.ts";

/** Of a Reeve that knows no receivers. */
const NOBODY: SendNotice = () => Promise.resolve(notSent("this Reeve sends no messages", true));

export function runNotices(
  { submit, report }: Pick<Desk<unknown, Input, Answer>, "submit" | "report">,
  clock: Clock,
  send: SendNotice = NOBODY,
): NoticeDesk {
  return new NoticeDesk({ send, clock, report, claim: async (input) => (await submit(input)).type === "go" });
}
