/** What the conformance suite has to know about an adapter to try it, and what of it an agent cannot do. */
import type { FailureClass } from "../../../src/domain/proof/failure.ts";
import type { AgentName } from "../harness/installed.ts";

export const CHECKS = [
  "works",
  "no result",
  "retry notice",
  "resume",
  "missing session",
  "stop",
  "steer, callback and silence",
  "interrupt",
  "tokens",
  "cost",
  "killed agent",
  "killed Reeve",
  "loop",
  "budget",
] as const;
export type Check = (typeof CHECKS)[number];

/** Name of a way to fail → what the model server is told to do, and the class it must be told as. */
export const FAILURES = {
  "a refused key (401)": { marker: "[[http:401]]", class: "auth" },
  "no credit (402)": { marker: "[[http:402]]", class: "billing" },
  "an unknown model (404)": { marker: "[[http:404]]", class: "config_error" },
  "a rate limit (429)": { marker: "[[http:429]]", class: "rate_limit" },
  "a rate limit with a time (429, retry-after)": { marker: "[[http:429,0,1]]", class: "rate_limit" },
  "an error of the server (500)": { marker: "[[http:500]]", class: "overloaded" },
  "an overloaded server (503)": { marker: "[[http:503]]", class: "overloaded" },
  "a full context": { marker: "[[overflow]]", class: "context_overflow" },
  "an unreadable answer": { marker: "[[malformed]]", class: "malformed_output" },
  "a page for people": { marker: "[[page]]", class: "malformed_output" },
  "a refused connection": { marker: "[[ok]]", class: "network" },
} as const satisfies Readonly<Record<string, { readonly marker: string; readonly class: FailureClass }>>;
export type FailureName = keyof typeof FAILURES;

/**
 * What is tried with every agent. The rest is the same code for all of them, or is told by the same signs: it is tried with
 * agents that start quickly, and played from recordings for the others.
 */
export const EVERYWHERE: readonly (Check | FailureName)[] = [
  "works",
  "resume",
  "missing session",
  "killed agent",
  "steer, callback and silence",
  "stop",
  "loop",
  "budget",
  "a refused key (401)",
  "a rate limit (429)",
  "a rate limit with a time (429, retry-after)",
  "an error of the server (500)",
  "a full context",
  "an unreadable answer",
  "a refused connection",
];

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
  /** It notices by itself that it repeats one call, and ends. */
  readonly endsLoops?: boolean;
  /** What it did in a turn may be missing from its session when it was killed in it. */
  readonly writesLate?: boolean;
  /** All cases; absent: those for every agent. */
  readonly thoroughly?: true;
  /** Instead, where one adapter is tried with several agents, or one agent through several adapters. */
  readonly only?: readonly (Check | FailureName)[];
  /** Check → why this agent cannot pass it. */
  readonly skip?: Partial<Readonly<Record<Check, string>>>;
  /** Way to fail → the class it must be told as, where that is another than everywhere; a sentence: why it cannot be told. */
  readonly failures?: Partial<Readonly<Record<FailureName, FailureClass | { readonly skip: string }>>>;
}
