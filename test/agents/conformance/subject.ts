/** What the conformance suite has to know about an adapter to try it, and what of it an agent cannot do. */
import type { FailureClass } from "../../../src/domain/failure.ts";
import type { AgentName } from "../harness/installed.ts";

export const CHECKS = [
  "works",
  "says why it failed",
  "retry notice",
  "resume",
  "missing session",
  "stop",
  "stalled",
  "steer",
  "interrupt",
  "tokens",
  "cost",
  "callback",
  "killed agent",
  "killed Reeve",
] as const;
export type Check = (typeof CHECKS)[number];

/** Name of a way to fail → what the model server is told to do. */
export const FAILURES = {
  "a refused key (401)": "[[http:401]]",
  "no credit (402)": "[[http:402]]",
  "an unknown model (404)": "[[http:404]]",
  "a rate limit (429)": "[[http:429]]",
  "a rate limit with a time (429, retry-after)": "[[http:429,0,1]]",
  "an error of the server (500)": "[[http:500]]",
  "an overloaded server (503)": "[[http:503]]",
  "a full context": "[[overflow]]",
  "an unreadable answer": "[[malformed]]",
  "a page for people": "[[page]]",
  "a refused connection": "[[ok]]",
} as const;
export type FailureName = keyof typeof FAILURES;

export interface Subject {
  readonly agent: AgentName;
  /** As reeve.yaml names it. */
  readonly adapter: string;
  /** After its program, in `command`. */
  readonly args?: readonly string[];
  readonly model?: string;
  readonly options?: Readonly<Record<string, string>>;
  /** Beside what points it to the model server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Check → why this agent cannot pass it. */
  readonly skip?: Partial<Readonly<Record<Check, string>>>;
  /** Way to fail → the class it must be told as; a sentence instead: why it cannot be. */
  readonly failures: Readonly<Record<FailureName, FailureClass | { readonly skip: string }>>;
}
