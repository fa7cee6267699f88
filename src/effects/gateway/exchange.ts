/**
 * One request from the moment it comes in to its record: it waits for its turn, is sent on, read along with, counted, and
 * broken off when its attempt has spent too much. The record is given exactly once, also where nothing was sent.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Quote, type TokenUsage, tokensOf } from "../../domain/words/token-usage.ts";
import { forward, type Pools } from "./forward.ts";
import type { AccountLine } from "./limits/account-line.ts";
import { type Headers, one, readLimits } from "./limits/limit-headers.ts";
import { retryAtOf } from "./limits/retry-at.ts";
import { overBudget, refuse, unreachable } from "./refusals.ts";
import type { Route } from "./route.ts";
import { type AnswerTap, tapAnswer } from "./usage/answer-tap.ts";
import type { Reading } from "./usage/read-usage.ts";
import type { RequestEnd, RequestRecord } from "./usage/request-record.ts";

export interface ExchangeOptions {
  readonly route: Route;
  readonly target: URL;
  readonly client: IncomingMessage;
  readonly answer: ServerResponse;
  readonly line: AccountLine;
  readonly pools: Pools;
  readonly now: () => number;
  readonly price: (model: string | null, tokens: TokenUsage) => Quote | null;
  /** What was used since the last call; false: that was too much. */
  readonly draw: (tokens: number, usd: number) => boolean;
  /** The sentence for an attempt that may spend nothing more, or null. */
  readonly over: () => string | null;
  readonly onLimit: (retryAt: number) => void;
  readonly onRecord: (record: RequestRecord) => void;
}

export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #at: number;
  #sentAt: number | null = null;
  #firstByteMs: number | null = null;
  #status: number | null = null;
  #headers: Headers = {};
  #tap: AnswerTap | null = null;
  #tokens: TokenUsage | null = null;
  #model: string | null = null;
  #error: string | null = null;
  #retryAt: number | null = null;
  #drawn = { tokens: 0, usd: 0 };
  #breakOff: () => void = () => {};
  #overBudget = false;
  #answered = false;
  #recorded = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#at = options.now();
  }

  begin(): void {
    const { answer, line, route } = this.#options;
    const gone = () => {
      leave();
      this.#record("client_gone");
    };
    answer.once("close", gone);
    const leave = line.enter((turn) => {
      answer.off("close", gone);
      if (turn.go) return this.#send();
      this.#retryAt = turn.retryAt;
      refuse(answer, route.vendor, turn.retryAt, this.#options.now());
      this.#record("refused");
    });
  }

  /** Its attempt has spent too much: what is on its way is broken off. */
  stop(): void {
    if (this.#sentAt === null) return;
    this.#overBudget = true;
    const sentence = this.#options.over();
    if (!this.#options.answer.headersSent && sentence !== null)
      overBudget(this.#options.answer, this.#options.route.vendor, sentence);
    this.#breakOff();
  }

  #send(): void {
    const { client, answer, target, pools, route, now, over, line } = this.#options;
    const sentence = over();
    if (sentence !== null) {
      line.answered(null);
      overBudget(answer, route.vendor, sentence);
      return this.#record("refused");
    }
    this.#sentAt = now();
    this.#breakOff = forward(client, answer, target, pools, {
      onHead: (status, headers) => this.#head(status, headers),
      onChunk: (chunk) => {
        this.#firstByteMs ??= now() - (this.#sentAt ?? this.#at);
        this.#tap?.push(chunk);
      },
      onEnd: (how, problem) => {
        if (problem !== undefined && !this.#overBudget) unreachable(answer, route.vendor, problem);
        if (problem !== undefined) this.#error ??= problem;
        void this.#end(how);
      },
    });
  }

  #head(status: number, headers: Headers): void {
    const { route, now } = this.#options;
    this.#status = status;
    this.#headers = headers;
    this.#lineAnswered();
    this.#tap = tapAnswer({
      vendor: route.vendor,
      contentType: one(headers, "content-type"),
      encoding: one(headers, "content-encoding"),
      onReading: (reading) => this.#count(reading),
    });
    // Known before the body is: those that wait behind it should not run into the same limit meanwhile.
    if (status >= 400) this.#retryAt = retryAtOf(headers, "", now());
    this.#tellLimit();
  }

  #count({ model, tokens, error }: Reading): void {
    this.#model = model ?? this.#model;
    this.#error = error ?? this.#error;
    if (!tokens) return;
    this.#tokens = { ...NOTHING, ...this.#tokens, ...tokens };
    const sum = tokensOf(this.#tokens);
    const usd = this.#options.price(this.#model, this.#tokens)?.usd ?? 0;
    const more = { tokens: Math.max(0, sum - this.#drawn.tokens), usd: Math.max(0, usd - this.#drawn.usd) };
    this.#drawn = { tokens: this.#drawn.tokens + more.tokens, usd: this.#drawn.usd + more.usd };
    if (!this.#options.draw(more.tokens, more.usd)) this.stop();
  }

  async #end(how: "whole" | "cut" | "client_gone"): Promise<void> {
    const { line, now } = this.#options;
    this.#lineAnswered();
    await this.#tap?.end();
    if (this.#status !== null && this.#status >= 400 && this.#retryAt === null) {
      this.#retryAt = retryAtOf({}, this.#tap?.text() ?? "", now());
      this.#tellLimit();
    }
    // What comes from a cache does not count towards most limits.
    if (this.#tokens) line.used(tokensOf({ ...this.#tokens, cacheRead: 0 }));
    this.#record(this.#overBudget ? "over_budget" : how);
  }

  #tellLimit(): void {
    if (this.#status === 429 && this.#retryAt !== null) this.#options.onLimit(this.#retryAt);
  }

  #lineAnswered(): void {
    if (this.#answered) return;
    this.#answered = true;
    this.#options.line.answered(this.#status === null ? null : readLimits(this.#headers, this.#options.now()));
  }

  #record(ended: RequestEnd): void {
    if (this.#recorded) return;
    this.#recorded = true;
    const { route, now, price, onRecord } = this.#options;
    const { agent, attempt, vendor, account } = route;
    const sentAt = this.#sentAt ?? now();
    const quote = this.#tokens && price(this.#model, this.#tokens);
    onRecord({
      ...{ agent, attempt, vendor, account },
      at: this.#at,
      model: this.#model,
      status: this.#status,
      error: this.#error,
      retryAt: this.#retryAt,
      tokens: this.#tokens,
      usd: quote?.usd ?? null,
      ...(quote?.like !== undefined && { like: quote.like }),
      heldMs: sentAt - this.#at,
      firstByteMs: this.#firstByteMs,
      totalMs: now() - sentAt,
      ended,
    });
  }
}

const NOTHING: TokenUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
