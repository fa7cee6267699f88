/** What becomes of messages to people. */
import type { OutboxEvent } from "./outbox.ts";

export type NoticeEvent =
  | OutboxEvent
  /** It was told of so shortly before that it is only counted. */
  | { readonly type: "notice_held"; readonly cause: string }
  /** When open questions are looked at next; null: none is to be told of again. */
  | { readonly type: "inbox_timed"; readonly at: number | null };
