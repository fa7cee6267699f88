/** The messages of a session for a screen: those that fit, each sender's state, and what all of them come to. Reads only. */
import { setTimeout as pause } from "node:timers/promises";
import type { Data, Message } from "../../systems/messages/message.ts";
import type { Sender, Trend } from "../../systems/messages/message-folds.ts";
import { type Filter, fits, Tally } from "../../systems/messages/message-folds.ts";
import { type LineProblem, type Mark, MessageReader, type Reading } from "../../systems/messages/message-reader.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { findSession, orUnusable, type Session, type SessionWish } from "./session.ts";

export type { Data, LineProblem, Mark, Message, Sender, Trend };

export interface ListWish extends SessionWish, Filter {
  /** Only so many, the newest. */
  readonly last?: number | undefined;
  /** What came after an earlier reading. */
  readonly since?: Mark | undefined;
}

export interface Listed extends Omit<Reading, "count"> {
  readonly log: string;
  readonly messages: readonly Message[];
}

export function listMessages(wish: ListWish): Reply<Listed> {
  const found = findSession(wish);
  if (!found.ok) return found;
  return orUnusable(found.value, () => granted(listed(found.value, wish, readerOf(found.value, wish))));
}

const LOOK_MS = 200;

/** The same, and then what is added, until `signal` aborts. */
export async function followMessages(
  wish: ListWish,
  signal: AbortSignal,
  show: (listed: Listed) => void,
): Promise<Reply<null>> {
  const found = findSession(wish);
  if (!found.ok) return found;
  const session = found.value;
  const reader = readerOf(session, wish);
  for (let isFirst = true; ; isFirst = false) {
    const { last, ...others } = wish;
    const read = orUnusable(session, () => granted(listed(session, isFirst ? wish : others, reader)));
    if (!read.ok) return read;
    show(read.value);
    if (signal.aborted) return granted(null);
    await pause(LOOK_MS, null, { signal }).catch(() => null);
  }
}

export interface LogStatus {
  readonly log: string;
  readonly count: number;
  readonly senders: readonly Sender[];
  readonly types: Readonly<Record<string, number>>;
  readonly trends: readonly Trend[];
  readonly problems: readonly LineProblem[];
  readonly problemCount: number;
  readonly mark: Mark;
}

export function logStatus(wish: SessionWish): Reply<LogStatus> {
  return tallied(wish, (session, tally, { count, problems, problemCount, mark }) => {
    const { senders, trends, types } = tally;
    const common = { log: session.shown, count, problems, problemCount, mark };
    return granted({ ...common, senders, trends, types: Object.fromEntries(types) });
  });
}

export interface StateOf {
  readonly sender: string;
  readonly state: Data;
}

/** Of one sender, or of all that have one. */
export function logState(wish: SessionWish, sender: string | undefined): Reply<readonly StateOf[]> {
  return tallied(wish, (_, { states }) => {
    const all = [...states].map(([each, state]) => ({ sender: each, state }));
    if (sender === undefined) return granted(all);
    const one = all.filter((each) => each.sender === sender);
    return one.length > 0 ? granted(one) : refused({ what: "no_sender", sender, known: [...states.keys()] });
  });
}

function tallied<T>(
  wish: SessionWish,
  answer: (session: Session, tally: Tally, reading: Reading) => Reply<T>,
): Reply<T> {
  const found = findSession(wish);
  if (!found.ok) return found;
  return orUnusable(found.value, () => {
    const tally = new Tally();
    const reading = new MessageReader(found.value.log).read((message) => tally.add(message));
    return answer(found.value, tally, reading);
  });
}

function readerOf({ log }: Session, { since }: ListWish): MessageReader {
  return new MessageReader(log, since);
}

function listed({ shown }: Session, wish: ListWish, reader: MessageReader): Listed {
  const { last = Number.POSITIVE_INFINITY } = wish;
  let messages: Message[] = [];
  const { count: _, ...reading } = reader.read((message) => {
    if (!fits(wish, message)) return;
    messages.push(message);
    // Not at every message: cutting the list costs its length.
    if (messages.length > 2 * last + 1_000) messages = messages.slice(-last);
  });
  return { ...reading, log: shown, messages: last < messages.length ? messages.slice(-last) : messages };
}
