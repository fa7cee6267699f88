/** The one way to the server: with the token in a header, and a stream that is read line by line. */
const KEY = "reeve-token";

/** What follows # never leaves the browser; it is kept for this tab and taken out of sight. */
export function takeToken(): string | null {
  const given = /^#\/open\/([\w-]+)$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, "", "#/");
  }
  return sessionStorage.getItem(KEY);
}

function headers(): Record<string, string> {
  return { Authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ""}` };
}

export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function get<T>(path: string): Promise<T> {
  return read<T>(await fetch(`/api${path}`, { headers: headers() }));
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const init = { method: "POST", headers: { ...headers(), "Content-Type": "application/json" } };
  return read<T>(await fetch(`/api${path}`, { ...init, body: JSON.stringify(body) }));
}

async function read<T>(response: Response): Promise<T> {
  const value = (await response.json()) as T & { readonly error?: string };
  if (!response.ok) throw new ApiError(response.status, value.error ?? response.statusText);
  return value;
}

export interface StreamEnds {
  readonly onData: (text: string) => void;
  readonly onState: (connected: boolean) => void;
}

/** Comes back by itself after a pause; ends when `signal` aborts. */
export async function follow(path: string, { onData, onState }: StreamEnds, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await fetch(`/api${path}`, { headers: headers(), signal });
      if (!response.ok || response.body === null) throw new Error(response.statusText);
      onState(true);
      await readEvents(response.body, onData);
    } catch {
      // The next try follows.
    }
    if (signal.aborted) return;
    onState(false);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  }
}

async function readEvents(body: ReadableStream<Uint8Array>, onData: (text: string) => void): Promise<void> {
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
      if (data.length > 0) onData(data.join("\n"));
    }
  }
}
