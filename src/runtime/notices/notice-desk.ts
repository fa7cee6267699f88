/**
 * Messages on their way out, of any system: each is claimed first, sent, and what came of it reported. One at a time for each
 * receiver, none holds up anything else, and the work does not end before those under way are through, for a bounded time.
 */
import type { Sent } from "../../effects/notify/message.ts";
import type { SendNotice as Send } from "../../effects/notify/send-notice.ts";
import type { OutboxInput, SendNotice } from "../../engine/notice/outbox.ts";
import type { Clock } from "../time/clock.ts";

export interface NoticeDeskOptions {
  readonly send: Send;
  readonly clock: Pick<Clock, "now" | "setTimer">;
  /** Whether the claim is granted. Rejects when the journal cannot be written. */
  readonly claim: (input: Extract<OutboxInput, { type: "notice_claimed" }>) => Promise<boolean>;
  readonly report: (input: OutboxInput) => Promise<unknown>;
}

/** The last ones of a run, and what is tried again shortly after. */
const LAST_MS = 20_000;

export class NoticeDesk {
  readonly #options: NoticeDeskOptions;
  /** With the time before which each is not sent. */
  readonly #underWay = new Map<Promise<void>, number>();
  readonly #lines = new Map<string, Promise<void>>();
  readonly #left = new AbortController();

  constructor(options: NoticeDeskOptions) {
    this.#options = options;
  }

  /** Returns at once. */
  take(effect: SendNotice): void {
    const done = this.#later(effect).finally(() => this.#underWay.delete(done));
    this.#underWay.set(done, effect.notBefore);
  }

  /** Waits until all are through, or so long that nobody would wait longer. */
  async end(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const cancel = this.#options.clock.setTimer(LAST_MS, late.resolve);
    const untilMs = this.#options.clock.now() + LAST_MS;
    const soon = () => [...this.#underWay].flatMap(([done, notBefore]) => (notBefore < untilMs ? [done] : []));
    let isLate = false;
    void late.promise.then(() => {
      isLate = true;
    });
    while (!isLate && soon().length > 0) await Promise.race([...soon(), late.promise]);
    cancel();
    this.#left.abort();
  }

  close(): void {
    this.#left.abort();
  }

  async #later({ notice, receiver, notBefore }: SendNotice): Promise<void> {
    await this.#until(notBefore);
    const turn = (this.#lines.get(receiver) ?? Promise.resolve()).then(() => this.#send(notice, receiver));
    const line = turn.catch(() => {});
    this.#lines.set(receiver, line);
    await line;
  }

  async #send(notice: SendNotice["notice"], receiver: string): Promise<void> {
    const { send, claim, report } = this.#options;
    const { signal } = this.#left;
    const named = { notice: notice.id, receiver };
    if (signal.aborted || !(await claim({ type: "notice_claimed", ...named }))) return;
    const sent: Sent = await send(notice, receiver, signal);
    if (sent.ok) await report({ type: "notice_delivered", ...named });
    else await report({ type: "notice_failed", ...named, detail: sent.detail, final: sent.final });
  }

  #until(at: number): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#left;
    const waitMs = at - clock.now();
    if (waitMs <= 0 || signal.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.setTimer(waitMs, resolve);
    signal.addEventListener("abort", () => {
      cancel();
      resolve();
    });
    return promise;
  }
}
