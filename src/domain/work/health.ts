/** How an attempt at work is doing: what is seen of it, and the grade that follows. Types only; the rule is the engine's. */

/** quiet: nothing new, but it computes, or not for long. suspect: it is nudged. stuck, spinning: it is stopped. */
export type Grade = "healthy" | "waiting" | "quiet" | "suspect" | "stuck" | "spinning";

/** What is seen of an attempt at one moment, joined from all that can be looked at. */
export interface Signs {
  /** Since it said something that it had not said before, or its work changed on disk. */
  readonly quietMs: number;
  /** Lines it printed since then: none of them new. */
  readonly repeated: number;
  /** Since its processes computed or moved bytes; null: this machine does not tell. */
  readonly idleMs: number | null;
  /** The call of a tool that has not come back, as far as its output tells. */
  readonly tool: { readonly name: string; readonly forMs: number } | null;
  /** Since when a process of it is held by a signal; 0: none is. */
  readonly stoppedMs: number;
  /** Steps in a row in which its model gave not one token. */
  readonly emptySteps: number;
  /** A wait that is known, and no fault of it. */
  readonly waits: KnownWait | null;
  readonly processes: number;
}

export type KnownWait = "limit" | "person" | "network";

/** What was decided about its health last. */
export interface Health {
  readonly grade: Grade;
  readonly since: number;
}

/** How long each kind of silence may last, in seconds; 0: for ever. */
export interface HealthLimits {
  /** No word, no work, no tool. */
  readonly silenceS: number;
  /** No word, no work, while a tool has not come back. */
  readonly toolS: number;
  /** It computes, and nothing comes of it. */
  readonly busyS: number;
  /** A process of it is held by a signal. */
  readonly stoppedS: number;
}
