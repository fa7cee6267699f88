/**
 * The requests of one account, in the order they came: let through at once, made to wait for a limit that passes soon, or
 * refused with the time at which it passes. It knows what the API said about limits, and nothing of the requests.
 *
 * States of a request here: waiting → gone on, refused, or left (its agent hung up). Later: answered.
 */
import { type Bucket, bucketOf, readyAt, take } from "./bucket.ts";
import type { LimitsLeft } from "./limit-headers.ts";

export interface LineClock {
  now(): number;
  /** Calls once after so long; returns what cancels it. */
  setTimer(delayMs: number, call: () => void): () => void;
}

export type Turn = { readonly go: true } | { readonly go: false; readonly retryAt: number };

interface Waiter {
  readonly since: number;
  readonly answer: (turn: Turn) => void;
}

export class AccountLine {
  readonly #clock: LineClock;
  readonly #waitMsMax: number;
  #waiting: Waiter[] = [];
  #heldUntil = 0;
  #requests: Bucket | null = null;
  #tokens: Bucket | null = null;
  /** Tokens of a request, as they were lately. */
  #usual = 0;
  /** Gone on and not answered yet. */
  #open = 0;
  #cancel: () => void = () => {};

  constructor(clock: LineClock, waitMsMax: number) {
    this.#clock = clock;
    this.#waitMsMax = waitMsMax;
  }

  /** Settles at once where nothing stands in the way. Returns how to leave before that. */
  enter(answer: (turn: Turn) => void): () => void {
    const waiter: Waiter = { since: this.#clock.now(), answer };
    this.#waiting.push(waiter);
    this.#serve();
    return () => {
      this.#waiting = this.#waiting.filter((each) => each !== waiter);
    };
  }

  /** To be called once for each that went on: null where no answer came. */
  answered(limits: LimitsLeft | null): void {
    const now = this.#clock.now();
    this.#open = Math.max(0, this.#open - 1);
    if (limits?.requests) this.#requests = bucketOf(limits.requests, this.#open, now);
    if (limits?.tokens) this.#tokens = bucketOf(limits.tokens, this.#open * this.#usual, now);
    this.#serve();
  }

  /** What a request came to, for the next ones to be judged by. */
  used(tokens: number): void {
    this.#usual = this.#usual === 0 ? tokens : Math.round(this.#usual * 0.8 + tokens * 0.2);
  }

  /** Nobody goes on before; the later of two times counts. */
  hold(until: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, until);
    this.#serve();
  }

  release(): void {
    this.#heldUntil = 0;
    this.#serve();
  }

  /** Null when it is not held. */
  heldUntil(): number | null {
    return this.#heldUntil > this.#clock.now() ? this.#heldUntil : null;
  }

  waiting(): number {
    return this.#waiting.length;
  }

  /** Whoever waits is told nothing any more. */
  close(): void {
    this.#waiting = [];
    this.#cancel();
  }

  #serve(): void {
    this.#cancel();
    const now = this.#clock.now();
    for (let first = this.#waiting[0]; first !== undefined && this.#opensAt(now) <= now; first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#takeOne(now);
      first.answer({ go: true });
    }
    this.#refuseThoseTooLate(now);
    if (this.#waiting.length === 0) return;
    this.#cancel = this.#clock.setTimer(this.#opensAt(now) - now, () => this.#serve());
  }

  #refuseThoseTooLate(now: number): void {
    const retryAt = this.#opensAt(now);
    const late = this.#waiting.filter(({ since }) => retryAt > since + this.#waitMsMax);
    if (late.length === 0) return;
    this.#waiting = this.#waiting.filter((each) => !late.includes(each));
    for (const { answer } of late) answer({ go: false, retryAt });
  }

  #opensAt(now: number): number {
    const requests = this.#requests ? readyAt(this.#requests, 1, now) : now;
    const tokens = this.#tokens ? readyAt(this.#tokens, Math.max(1, this.#usual), now) : now;
    return Math.max(this.#heldUntil, requests, tokens);
  }

  #takeOne(now: number): void {
    this.#open += 1;
    if (this.#requests) this.#requests = take(this.#requests, 1, now);
    if (this.#tokens) this.#tokens = take(this.#tokens, this.#usual, now);
  }
}
