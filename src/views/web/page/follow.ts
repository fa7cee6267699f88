/**
 * The stream of a run, read for as long as somebody looks. It comes back by itself when the line was lost. A tab that is
 * hidden lets go of it: a browser has only a handful of lines to one server, and what is not seen needs none. Beyond a few
 * tabs that are seen at once, a tab looks every few seconds instead, so that there is always a line for an order.
 */
import { ApiError, openStream } from "./api.ts";

export interface StreamEnds {
  readonly onData: (text: string) => void;
  readonly onState: (connected: boolean) => void;
  /** The server answers, and has no such run: it may have been removed. */
  readonly onAbsent: (why: string) => void;
  /** The token is not taken any more. */
  readonly onRefused: () => void;
}

const PAUSE_MS = 1_500;
const GLANCE_MS = 4_000;
const HIDDEN_MS = 15_000;
const SLOTS = 4;

/** Ends when `signal` aborts, or the token is refused. */
export async function follow(path: string, ends: StreamEnds, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await untilSeen(signal);
    let pause = PAUSE_MS;
    try {
      const had = await inSlot(() => readStream(path, ends, signal, false));
      if (!had) {
        await readStream(path, ends, signal, true);
        pause = GLANCE_MS;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 401) return ends.onRefused();
      if (error instanceof ApiError && error.status === 404) {
        ends.onAbsent(error.message);
        pause = GLANCE_MS;
      } else ends.onState(false);
    }
    if (signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** False: all of them are taken. They are given back when a tab goes, however it goes. */
async function inSlot(work: () => Promise<void>): Promise<boolean> {
  for (let n = 0; n < SLOTS; n += 1) {
    const had = await navigator.locks.request(`reeve-stream-${n}`, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await work();
      return lock !== null;
    });
    if (had) return true;
  }
  return false;
}

async function readStream(path: string, ends: StreamEnds, signal: AbortSignal, isGlance: boolean): Promise<void> {
  const own = new AbortController();
  const end = () => own.abort();
  signal.addEventListener("abort", end, { once: true });
  const unwatch = whenHidden(end);
  try {
    const response = await openStream(path, own.signal);
    if (!response.ok || response.body === null) throw await refusalIn(response);
    ends.onState(true);
    for await (const data of eventsIn(response.body)) {
      ends.onData(data);
      if (isGlance) return;
    }
    ends.onState(false);
  } catch (error) {
    // Somebody let go of it: that is no trouble.
    if (!own.signal.aborted) throw error;
  } finally {
    unwatch();
    signal.removeEventListener("abort", end);
    own.abort();
  }
}

async function refusalIn(response: Response): Promise<ApiError> {
  const said = (await response.json().catch(() => ({}))) as { readonly error?: string };
  return new ApiError(response.status, said.error ?? response.statusText);
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = `${rest}${value}`.split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const data = part
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trimStart());
      if (data.length > 0) yield data.join("\n");
    }
  }
}

/** Not for a moment only: people go back and forth between tabs. */
function whenHidden(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(act, HIDDEN_MS);
  };
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

function untilSeen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener("visibilitychange", look);
      signal.removeEventListener("abort", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", look);
    look();
  });
}
