/**
 * The API of `reeve serve` for programs, with types: look at projects, runs and tasks, give orders, follow what happens
 * from any record on. It speaks HTTP and nothing else, so it runs wherever `fetch` does; it decides nothing.
 */
import type { Event } from "../../../engine/event.ts";
import type { RunPage } from "../../model/run-page.ts";
import type { taskPage } from "../server/answers.ts";
import type { Order, OrderDone } from "../server/orders.ts";
import type { overview } from "../server/overview.ts";

export type Overview = Awaited<ReturnType<typeof overview>>;
export type TaskPage = Extract<Awaited<ReturnType<typeof taskPage>>, { ok: true }>["value"];

export interface StreamedRecord {
  /** To resume after it. */
  readonly seq: number;
  readonly at: number;
  readonly events: readonly Event[];
}

/** The server refused something; the message says why. */
export class ReeveApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = "ReeveApiError";
    this.status = status;
  }
}

export interface ReeveClient {
  overview(): Promise<Overview>;
  /** `at`: as it was after this record. */
  run(project: string, run: string, at?: number): Promise<RunPage>;
  task(project: string, run: string, task: string): Promise<TaskPage>;
  order(project: string, run: string, order: Order): Promise<OrderDone>;
  /** Every record after `after`, then new ones as they come, until `signal` aborts. Reconnects when the connection is lost. */
  events(project: string, run: string, after?: number, signal?: AbortSignal): AsyncIterable<StreamedRecord>;
}

/** `url` as `reeve serve` printed it, with its token. */
export function connectReeve(url: string): ReeveClient {
  const { origin, hash } = new URL(url);
  const headers = { Authorization: `Bearer ${hash.replace(/^#\/open\//, "")}` };
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const response = await fetch(`${origin}/api${path}`, { ...init, headers: { ...headers, ...init.headers } });
    const value = (await response.json()) as T & { readonly error?: string };
    if (!response.ok) throw new ReeveApiError(response.status, value.error ?? response.statusText);
    return value;
  };
  const runPath = (project: string, run: string) =>
    `/projects/${encodeURIComponent(project)}/runs/${encodeURIComponent(run)}`;
  return {
    overview: () => ask("/overview"),
    run: (project, run, at) => ask(`${runPath(project, run)}${at === undefined ? "" : `?at=${at}`}`),
    task: (project, run, task) => ask(`${runPath(project, run)}/tasks/${encodeURIComponent(task)}`),
    order: (project, run, order) =>
      ask(`${runPath(project, run)}/orders`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(order),
      }),
    events: (project, run, after = 0, signal = new AbortController().signal) =>
      follow(`${origin}/api${runPath(project, run)}/events`, headers, after, signal),
  };
}

const PAUSE_MS = 1_000;

async function* follow(
  url: string,
  headers: Readonly<Record<string, string>>,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<StreamedRecord> {
  for (let last = after; !signal.aborted; ) {
    try {
      const response = await fetch(url, { headers: { ...headers, "Last-Event-ID": `${last}` }, signal });
      if (!response.ok || response.body === null) throw new ReeveApiError(response.status, response.statusText);
      for await (const record of recordsIn(response.body)) {
        last = record.seq;
        yield record;
      }
    } catch (error) {
      if (error instanceof ReeveApiError) throw error;
      if (signal.aborted) return;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function* recordsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedRecord> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const parts = `${rest}${decoder.decode(bytes, { stream: true })}`.split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const lines = part.split("\n");
      if (!lines.includes("event: record")) continue;
      const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart());
      yield JSON.parse(data.join("\n")) as StreamedRecord;
    }
  }
}
