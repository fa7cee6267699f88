/** The one way to the server: with the token in a header. Streams are in `follow.ts`. */
import { givenToken } from "./token.ts";

function headers(): Record<string, string> {
  return { Authorization: `Bearer ${givenToken() ?? ""}` };
}

export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function get<T>(path: string): Promise<T> {
  return read<T>(await reach(path, { headers: headers() }));
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const init = { method: "POST", headers: { ...headers(), "Content-Type": "application/json" } };
  return read<T>(await reach(path, { ...init, body: JSON.stringify(body) }));
}

/** What a browser says of a lost line tells nobody what to do. */
async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`/api${path}`, init);
  } catch {
    const isOrder = init.method === "POST";
    throw new ApiError(0, isOrder ? `${NO_ANSWER} Look whether it was taken before you send it again.` : NO_ANSWER);
  }
}

const NO_ANSWER = "The server does not answer.";

/** For a stream: the token is in its header too. */
export function openStream(path: string, signal: AbortSignal): Promise<Response> {
  return fetch(`/api${path}`, { headers: headers(), signal });
}

async function read<T>(response: Response): Promise<T> {
  const value = (await response.json()) as T & { readonly error?: string };
  if (!response.ok) throw new ApiError(response.status, value.error ?? response.statusText);
  return value;
}
