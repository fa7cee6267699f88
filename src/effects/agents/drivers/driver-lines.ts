/**
 * What Reeve and a driver say to each other. A driver gets one order, a JSON document on its standard input, and prints
 * lines, one JSON object each, in Reeve's words: the events of agent-adapter.ts, notes, and as the last line how the turn
 * ended. Meanwhile Reeve may send messages through the attempt's inbox. Vendors' words stop in the driver.
 */
import type { Failure } from "../../../domain/proof/failure.ts";
import type { Usage } from "../../../domain/work/outcome.ts";
import type { AgentEvent } from "../adapters/agent-adapter.ts";

export type DriverLine = AgentEvent | DriverEnd;

/** Something a person should know that is no event of the agent's: a session that was gone, a denied permission. */
export type DriverNote = Extract<AgentEvent, { type: "note" }>;

/** The last line. Without it the turn crashed, whatever the exit status. */
export interface DriverEnd {
  readonly type: "end";
  /** interrupted: it was asked to, by a signal or through the inbox. */
  readonly how: "done" | "failed" | "interrupted";
  /** The final answer; of a failed turn what was said last. */
  readonly text: string;
  /** Of a failed turn. The class "unknown" leaves it to the text classifier. */
  readonly failure?: Failure;
  /** The answer as data, where the order had a schema and the agent kept to it. */
  readonly structured?: unknown;
}

export interface DriveOrder {
  readonly prompt: string;
  /** Absolute; a session is resumed in the directory it was begun in. */
  readonly workspace: string;
  readonly model: string | null;
  /** To be resumed. */
  readonly session: string | null;
  /** For a new session, where the agent lets it be chosen: a UUID, the same whenever the same attempt is ordered. */
  readonly newSession: string;
  /** Program and arguments as configured, the program found and absolute; [] only where a driver needs none. */
  readonly program: readonly string[];
  /** Checked by the configuration: `src/config/adapter-options.ts`. */
  readonly options: Readonly<Record<string, string>>;
  /** JSON Schema of the final answer, for agents that take one. */
  readonly schema?: object;
  /** Reeve's own tools, over MCP. The token travels in the environment, not in this document. */
  readonly callback?: Callback;
  readonly gateway?: { readonly url: string };
  /** What this session has used so far, for agents that only know totals. */
  readonly usedBefore?: Usage;
  readonly limits: { readonly minutes: number };
}

export interface Callback {
  readonly url: string;
  readonly token: string;
  readonly name: "reeve";
}

/** Appended to the inbox, one per line. The id lets a driver leave out what was delivered twice. */
export type InboxMessage =
  /** For the agent to hear while it works, as soon as it can be told. */
  | { readonly type: "steer"; readonly id: string; readonly text: string }
  /** Ends the turn; the session stays usable. */
  | { readonly type: "interrupt"; readonly id: string };

/** The environment of a driver. None of these reaches the agent, except the first. */
export const DRIVER_ENV = {
  /** Marks of the attempts it belongs to; the last is its own. */
  mark: "REEVE_MARK",
  inbox: "REEVE_INBOX",
  program: "REEVE_PROGRAM",
  url: "REEVE_CALLBACK_URL",
  token: "REEVE_CALLBACK_TOKEN",
} as const;

/** Exit status of a driver, beside 143 for one that was asked to end by a signal. */
export const DRIVER_EXIT = { done: 0, failed: 1, bug: 2 } as const;

/** Ends of answers are kept: a result is given last. */
const END_TEXT_MAX = 65_536;
const EVENT_TEXT_MAX = 4_096;

/** Small enough for the part of the output that is kept in any case. */
export function bounded(line: DriverLine): DriverLine {
  switch (line.type) {
    case "end":
      return { ...line, text: line.text.slice(-END_TEXT_MAX) };
    case "text":
    case "note":
    case "retry_notice":
    case "tool_result":
      return { ...line, text: line.text.slice(0, EVENT_TEXT_MAX) };
    case "tool_call":
      return { ...line, input: line.input.slice(0, EVENT_TEXT_MAX) };
    default:
      return line;
  }
}
