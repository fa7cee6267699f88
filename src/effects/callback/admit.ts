/**
 * Who gets in: whoever calls from this machine, under this address, with the token of an attempt. A page in a browser on
 * this machine, or a name on the network that points here, does not. And how often: a bound per attempt. Pure but for the
 * counts it keeps; whether the attempt is alive is looked up by whoever asks.
 */
import type { IncomingMessage } from "node:http";
import { type Bucket, readyAt, take } from "../gateway/limits/bucket.ts";
import { type Caller, callerOf } from "../loopback/attempt-token.ts";
import { isOurs } from "../loopback/open-door.ts";

export const PATH = "/mcp";

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Admitted = { readonly caller: Caller } | { readonly refusal: Refusal };

export function admit(request: IncomingMessage, port: number, secret: string): Admitted {
  const { headers, url = "", method } = request;
  if (!isOurs(headers, port)) return refuse(403, "this address is for agents on this machine only.");
  if (url.split("?")[0] !== PATH) return refuse(404, `the tools are at ${PATH}.`);
  if (method !== "POST")
    return refuse(405, "calls are made with POST; nothing is sent without being asked.", { allow: "POST" });
  const [, token = ""] = /^Bearer ([\w.-]{1,2048})$/i.exec(headers.authorization ?? "") ?? [];
  const caller = callerOf(token, secret);
  if (caller) return { caller };
  return refuse(401, "this needs the token of an attempt: Authorization: Bearer, with REEVE_CALLBACK_TOKEN.", {
    "www-authenticate": "Bearer",
  });
}

function refuse(status: number, message: string, headers?: Refusal["headers"]): Admitted {
  return { refusal: { status, message, ...(headers && { headers }) } };
}

/** More than any agent needs; a loop that runs wild does not keep Reeve busy. */
const CALLS_MAX = 100;
const CALLS_PER_S = 20;
const AT_ONCE_MAX = 32;

export class CallBounds {
  readonly #buckets = new Map<string, Bucket>();
  readonly #underWay = new Map<string, number>();

  /** Null: go on, and say when it is over. */
  enter(attempt: string, now: number): Refusal | null {
    const bucket = this.#buckets.get(attempt) ?? {
      limit: CALLS_MAX,
      level: CALLS_MAX,
      perMs: CALLS_PER_S / 1000,
      at: now,
    };
    const waitMs = readyAt(bucket, 1, now) - now;
    const underWay = this.#underWay.get(attempt) ?? 0;
    if (waitMs > 0 || underWay >= AT_ONCE_MAX) {
      const seconds = Math.max(1, Math.ceil(waitMs / 1000));
      return { status: 429, message: "too many calls; slow down.", headers: { "retry-after": `${seconds}` } };
    }
    this.#buckets.set(attempt, take(bucket, 1, now));
    this.#underWay.set(attempt, underWay + 1);
    return null;
  }

  leave(attempt: string): void {
    const left = (this.#underWay.get(attempt) ?? 1) - 1;
    if (left > 0) this.#underWay.set(attempt, left);
    else this.#underWay.delete(attempt);
  }

  forget(attempt: string): void {
    this.#buckets.delete(attempt);
  }
}
