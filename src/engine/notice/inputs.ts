/** What came of sending a message. */
import type { OutboxInput } from "./outbox.ts";

export type NoticeInput = OutboxInput;
