/**
 * Sends spans to a collector, beside the work and never in its way: a bounded queue, one request at a time, longer and longer
 * waits while nobody answers. What does not fit is dropped and counted, and the count is sent. It decides nothing about spans.
 */
import { metricsBody, type Resource, type Span, tracesBody } from "./otlp.ts";

export interface ExporterOptions {
  /** Without `/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Resource;
  readonly now: () => number;
  /** Everything up to this record has been taken by the collector, or was dropped. */
  readonly onSent?: (seq: number) => void;
  /** A sentence for people: once when it cannot be sent, once when it can again. */
  readonly onNotice?: (sentence: string) => void;
  /** For tests; the machine's otherwise. */
  readonly after?: (ms: number, call: () => void) => () => void;
}

const QUEUE_MAX = 2_048;
const BATCH_MAX = 512;
const PAUSE_MS = 2_000;
const PAUSE_MS_MAX = 60_000;
const REQUEST_MS = 10_000;

export class Exporter {
  readonly #options: ExporterOptions;
  readonly #queue: { readonly span: Span; readonly seq: number }[] = [];
  #dropped = 0;
  #pauseMs = PAUSE_MS;
  #cancel: (() => void) | null = null;
  #sending: Promise<void> | null = null;
  #isAway = false;

  constructor(options: ExporterOptions) {
    this.#options = options;
  }

  /** Returns at once. `seq`: the record it comes from. */
  add(span: Span, seq: number): void {
    if (this.#queue.length >= QUEUE_MAX) this.#dropped += 1;
    else this.#queue.push({ span, seq });
    this.#later();
  }

  /** One last try, as long as this. False: something is left, for whoever resumes the run. */
  async close(withinMs: number): Promise<boolean> {
    const limit = AbortSignal.timeout(withinMs);
    const over = new Promise<void>((resolve) => limit.addEventListener("abort", () => resolve(), { once: true }));
    const all = async (): Promise<void> => {
      await this.#sending;
      while (this.#queue.length > 0 && !limit.aborted && (await this.#send(limit)));
    };
    await Promise.race([all(), over]);
    this.#cancel?.();
    this.#cancel = null;
    return this.#queue.length === 0;
  }

  #later(): void {
    if (this.#cancel !== null || this.#sending !== null) return;
    this.#cancel = (this.#options.after ?? after)(this.#pauseMs, () => {
      this.#cancel = null;
      this.#sending = this.#send().then(() => {
        this.#sending = null;
        if (this.#queue.length > 0) this.#later();
      });
    });
  }

  /** Whether it makes sense to try the next batch at once. */
  async #send(signal?: AbortSignal): Promise<boolean> {
    const { resource, now, onSent } = this.#options;
    const batch = this.#queue.slice(0, BATCH_MAX);
    const last = batch.at(-1);
    if (!last) return false;
    const spans = batch.map(({ span }) => span);
    const answer = await this.#post("/v1/traces", tracesBody(spans, resource), signal);
    this.#tell(answer);
    if (answer === "away") {
      this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSE_MS_MAX);
      return false;
    }
    this.#pauseMs = PAUSE_MS;
    this.#queue.splice(0, batch.length);
    if (answer !== "taken") this.#dropped += batch.length;
    const dropped = this.#dropped;
    const counted = await this.#post("/v1/metrics", metricsBody(spans, dropped, resource, now()), signal);
    if (counted === "taken") this.#dropped -= dropped;
    onSent?.(last.seq);
    return true;
  }

  async #post(path: string, body: object, signal?: AbortSignal): Promise<"taken" | "away" | string> {
    const { url, headers } = this.#options;
    const limit = AbortSignal.any([AbortSignal.timeout(REQUEST_MS), ...(signal ? [signal] : [])]);
    try {
      const response = await fetch(`${url.replace(/\/+$/, "")}${path}`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        // Headers may hold a key; nobody but the collector that was named gets them.
        redirect: "error",
        signal: limit,
      });
      await response.body?.cancel();
      if (response.ok) return "taken";
      return response.status === 429 || response.status >= 500 ? "away" : `answered ${response.status}`;
    } catch {
      return "away";
    }
  }

  #tell(answer: string): void {
    const isAway = answer !== "taken";
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    const { url, onNotice } = this.#options;
    const why = answer === "away" ? "does not answer; it is tried again" : `${answer}, so they are dropped`;
    onNotice?.(
      isAway
        ? `Traces cannot be sent: ${url} ${why}. The run does not wait for it.`
        : `Traces are sent to ${url} again.`,
    );
  }
}

function after(ms: number, call: () => void): () => void {
  // It keeps no process alive.
  const handle = setTimeout(call, ms).unref();
  return () => clearTimeout(handle);
}
