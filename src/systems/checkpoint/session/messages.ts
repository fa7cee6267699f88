/** The message log of a session as checkpoints read it: every message with its line, and the lines that are none. Reads only. */
import { asText } from "../../../basics/loose.ts";
import type { Message as Logged } from "../../messages/message.ts";
import { MessageReader } from "../../messages/message-reader.ts";

export interface Message {
  readonly id: string;
  /** Milliseconds; null where the message has no time. */
  readonly at: number | null;
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly summary: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Counted from 1. */
  readonly line: number;
}

export interface MessagesRead {
  readonly messages: readonly Message[];
  readonly badLines: readonly number[];
}

/** What checkpoints said themselves is not looked at by them. */
const SUPERVISOR = "supervisor";

export function readMessages(log: string): MessagesRead {
  const messages: Message[] = [];
  const { problems } = new MessageReader(log).read((message, line) => {
    if (message.from !== SUPERVISOR) messages.push(messageOf(message, line));
  });
  return { messages, badLines: problems.map(({ line }) => line) };
}

/** Some writers name the artifact beside the data. */
function messageOf({ ts, data, ...message }: Logged & { readonly ref?: unknown }, line: number): Message {
  const ref = asText(message.ref);
  const at = Date.parse(ts);
  return { ...message, at: Number.isNaN(at) ? null : at, data: { ...(ref !== undefined && { ref }), ...data }, line };
}
