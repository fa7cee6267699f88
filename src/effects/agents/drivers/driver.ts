/**
 * The contract of a driver: it runs one turn of one agent and says in Reeve's words what happens. It runs in a process of
 * its own under the attempt's keeper, so that it outlives Reeve. It starts the agent only through `io`, never prints by
 * itself, and decides nothing about retries between attempts. What the agent does wrong is an end with a failure;
 * only a bug throws.
 */
import type { AgentEvent } from "../adapters/agent-adapter.ts";
import type { DriveOrder, DriverEnd, DriverNote, InboxMessage } from "./driver-lines.ts";

export interface Driver {
  readonly name: string;
  /** Resolves when the turn is over; whatever it started is ended after that at the latest. */
  readonly drive: (order: DriveOrder, io: DriverIo) => Promise<DriverEnd>;
}

export interface DriverIo {
  /** Texts are bounded here. */
  readonly emit: (line: AgentEvent | DriverNote) => void;
  /** In the order's workspace, with this process's environment and what is given; undefined removes a variable. */
  readonly spawn: (command: readonly string[], options?: SpawnOptions) => DrivenProcess;
  /** Everything the agent started, in whatever session it runs: ask, wait, kill. */
  readonly endAll: (graceMs: number) => Promise<void>;
  /** Messages from Reeve, each once for whoever iterates. It ends when the turn has ended. */
  readonly inbox: AsyncIterable<InboxMessage>;
  /** Aborted when this process is asked to end: interrupt the turn, and resolve soon. */
  readonly stopped: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The environment the agent will get. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder of this attempt's own, for settings an agent wants in files. */
  readonly scratchDir: () => Promise<string>;
}

export interface SpawnOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** pipe: `write` may be used. By default its standard input is empty. */
  readonly stdin?: "pipe" | "ignore";
}

export interface DrivenProcess {
  /** 0 where it could not be started; `exit` then says why. */
  readonly pid: number;
  /** Whole lines of its standard output, without their ends; ends when the output does. To be read once. */
  readonly lines: AsyncIterable<string>;
  /** To its standard input; what cannot be written any more is dropped. */
  readonly write: (text: string) => void;
  readonly endInput: () => void;
  /** The last part of its standard error, bounded. */
  readonly errTail: () => string;
  /** Called for every line of its standard error from now on. */
  readonly onErrLine: (listen: (line: string) => void) => void;
  /** Never rejects. */
  readonly exit: Promise<ProcessExit>;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** It could not be started. */
  readonly problem?: string;
}
