/**
 * Messages on their way: who has not got which yet, how often it was tried, and when it is tried next. Every system that
 * tells people keeps one of these in its state. A try is counted before it begins, so that being killed while sending
 * cannot lead to sending without end. Arithmetic on data; nothing is sent here.
 */
import { type Delivery, type DeliveryKey, deliveryKey, type Notice, type NoticeId } from "../../domain/notice.ts";

export interface Outbox {
  waiting: Map<DeliveryKey, Delivery>;
  /** All that were ever made; names the next one. */
  made: number;
}

/** What becomes of messages; part of the events of whoever tells people. */
export type OutboxEvent =
  | { readonly type: "notice_raised"; readonly notice: Notice }
  /** It is about to be sent. */
  | { readonly type: "notice_claimed"; readonly notice: NoticeId; readonly receiver: string }
  | { readonly type: "notice_delivered"; readonly notice: NoticeId; readonly receiver: string }
  /** `retryAt` null: it is not tried again. */
  | {
      readonly type: "notice_failed";
      readonly notice: NoticeId;
      readonly receiver: string;
      readonly detail: string;
      readonly retryAt: number | null;
    };

export type OutboxInput =
  | { readonly type: "notice_claimed"; readonly notice: NoticeId; readonly receiver: string }
  | { readonly type: "notice_delivered"; readonly notice: NoticeId; readonly receiver: string }
  /** `final`: trying again cannot help. */
  | {
      readonly type: "notice_failed";
      readonly notice: NoticeId;
      readonly receiver: string;
      readonly detail: string;
      readonly final: boolean;
    };

/** Ready to be sent, not before that time. */
export interface SendNotice {
  readonly type: "send_notice";
  readonly notice: Notice;
  readonly receiver: string;
  readonly notBefore: number;
}

export function emptyOutbox(): Outbox {
  return { waiting: new Map(), made: 0 };
}

export function nextNotice({ made }: Outbox): NoticeId {
  return `n${made + 1}`;
}

/** A few seconds first, for a receiver that hiccups; half an hour in the end, for one that is away. */
const RETRY_S = [2, 8, 30, 120, 600, 1800];

/** What an input leads to; empty: it is about nothing that waits, and whoever claims may not send. */
export function decideOutbox(outbox: Outbox, input: OutboxInput, at: number): readonly OutboxEvent[] {
  const { notice, receiver } = input;
  const delivery = outbox.waiting.get(deliveryKey(notice, receiver));
  if (delivery === undefined) return [];
  switch (input.type) {
    case "notice_claimed":
      // Killed again and again while it was being sent: nobody knows how often it was heard, but often enough.
      return delivery.tries > RETRY_S.length
        ? [{ type: "notice_failed", notice, receiver, detail: OFTEN, retryAt: null }]
        : [{ type: "notice_claimed", notice, receiver }];
    case "notice_delivered":
      return [{ type: "notice_delivered", notice, receiver }];
    case "notice_failed": {
      const waitS = input.final ? undefined : RETRY_S[delivery.tries - 1];
      const retryAt = waitS === undefined ? null : at + waitS * 1_000;
      return [{ type: "notice_failed", notice, receiver, detail: input.detail, retryAt }];
    }
  }
}

const OFTEN = "Reeve ended several times while it was being sent";

export function foldOutbox(outbox: Outbox, event: OutboxEvent): void {
  if (event.type === "notice_raised") {
    const { notice } = event;
    outbox.made += 1;
    for (const receiver of notice.to)
      outbox.waiting.set(deliveryKey(notice.id, receiver), { notice, receiver, tries: 0, notBefore: notice.at });
    return;
  }
  const key = deliveryKey(event.notice, event.receiver);
  const delivery = outbox.waiting.get(key);
  if (delivery === undefined) return;
  if (event.type === "notice_claimed") outbox.waiting.set(key, { ...delivery, tries: delivery.tries + 1 });
  else if (event.type === "notice_failed" && event.retryAt !== null)
    outbox.waiting.set(key, { ...delivery, notBefore: event.retryAt });
  else outbox.waiting.delete(key);
}

/** What an event leads to. */
export function sendsAfter(outbox: Outbox, event: OutboxEvent): readonly SendNotice[] {
  if (event.type === "notice_raised") return sends(outbox).filter(({ notice }) => notice.id === event.notice.id);
  if (event.type !== "notice_failed" || event.retryAt === null) return [];
  const delivery = outbox.waiting.get(deliveryKey(event.notice, event.receiver));
  return delivery === undefined ? [] : [sendOf(delivery)];
}

/** All that is still to be sent. */
export function sends(outbox: Outbox): readonly SendNotice[] {
  return [...outbox.waiting.values()].map(sendOf);
}

function sendOf({ notice, receiver, notBefore }: Delivery): SendNotice {
  return { type: "send_notice", notice, receiver, notBefore };
}
