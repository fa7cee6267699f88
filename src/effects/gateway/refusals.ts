/**
 * The answers the gateway gives by itself, in the form of the API the agent speaks: which status makes agents stop or
 * wait, and the sentence they pass on. Every sentence says that it is Reeve's, and what to do.
 */
import type { ServerResponse } from "node:http";
import { errorBody, type Vendor } from "./vendors.ts";

/** Agents wait for as long as the header says, or end and are held until then. */
export function refuse(answer: ServerResponse, vendor: Vendor, retryAt: number, now: number): void {
  const seconds = Math.max(1, Math.ceil((retryAt - now) / 1000));
  const message = `Reeve: the usage limit of this account is reached; try again in ${seconds} seconds.`;
  give(answer, 429, errorBody(vendor, 429, "rate_limit_error", message), { "retry-after": `${seconds}` });
}

/** A status no agent tries again. */
export function overBudget(answer: ServerResponse, vendor: Vendor, message: string): void {
  give(answer, 402, errorBody(vendor, 402, "budget_exceeded", message), {});
}

export function unreachable(answer: ServerResponse, vendor: Vendor, problem: string): void {
  const message = `Reeve: the model's API could not be reached (${problem}).`;
  give(answer, 502, errorBody(vendor, 502, "api_unreachable", message), {});
}

export function tooLarge(answer: ServerResponse, vendor: Vendor): void {
  const message = "Reeve: this request is larger than any model takes; it was not sent on.";
  give(answer, 413, errorBody(vendor, 413, "request_too_large", message), {});
}

export function notAnUpstream(answer: ServerResponse, vendor: Vendor): void {
  const message = `Reeve: the base URL configured for ${vendor} is not an http address; fix it in the agent's env.`;
  give(answer, 400, errorBody(vendor, 400, "bad_base_url", message), {});
}

export function unknownCaller(answer: ServerResponse): void {
  const message = "Reeve: this address belongs to no running attempt of this run.";
  give(answer, 403, errorBody(null, 403, "permission_error", message), {});
}

/** What the agent is still sending is not waited for. */
function give(answer: ServerResponse, status: number, body: string, headers: Record<string, string>): void {
  if (answer.headersSent || answer.destroyed) return;
  answer.writeHead(status, { ...headers, "content-type": "application/json", connection: "close" });
  answer.end(body);
}
