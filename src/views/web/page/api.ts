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
  return read<T>(await fetch(`/api${path}`, { headers: headers() }));
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const init = { method: "POST", headers: { ...headers(), "Content-Type": "application/json" } };
  return read<T>(await fetch(`/api${path}`, { ...init, body: JSON.stringify(body) }));
}

/** For a stream: the token is in its header too. */
export function openStream(path: string, signal: AbortSignal): Promise<Response> {
  return fetch(`/api${path}`, { headers: headers(), signal });
}

async function read<T>(response: Response): Promise<T> {
  const value = (await response.json()) as T & { readonly error?: string };
  if (!response.ok) throw new ApiError(response.status, value.error ?? response.statusText);
  return value;
}
