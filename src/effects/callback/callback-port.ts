/**
 * What agents at work call back through: the seam between the server and the run it serves. An attempt is named by its
 * agent and its id, and can reach nothing but itself.
 */
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Event } from "../../engine/event.ts";
import type { Answer, Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import type { StrangersBounds } from "../loopback/bound-strangers.ts";

export interface CallbackOptions extends CallbackDesk {
  /** The run's folder, where address and secret are kept and attempts have theirs. */
  readonly runDir: string;
  readonly clock: CallbackClock;
  /** For tests: a smaller door. */
  readonly bounds?: Partial<StrangersBounds>;
}

/** What the run does with what agents say. None of these rejects. */
export interface CallbackDesk {
  /** The live state; it is only looked at. */
  readonly state: () => Promise<State>;
  /** Null: it could not be recorded. */
  readonly report: (input: Input) => Promise<Answer | null>;
  /** What it says it does. */
  readonly progress: (attempt: AttemptId, text: string) => void;
  /** Values that no journal may hold, of this agent. */
  readonly secretsOf: (agent: string) => readonly string[];
  /** This machine takes no connections; a sentence. It may pass. */
  readonly onTrouble?: (sentence: string) => void;
}

export interface CallbackClock {
  now(): number;
  /** Calls once after so long; returns what cancels it. */
  setTimer(delayMs: number, call: () => void): () => void;
}

export interface CallbackAddress {
  readonly url: string;
  readonly token: string;
}

export interface Callback {
  readonly port: number;
  /** The same for the same attempt, also of a Reeve that comes back. */
  readonly addressOf: (agent: string, attempt: AttemptId) => CallbackAddress;
  /** Calls are served from now on; earlier ones have waited. */
  readonly begin: () => void;
  /** To be told all that is recorded: somebody may wait for it. */
  readonly heard: (events: readonly Event[]) => void;
  /** Breaks off what is under way. */
  readonly close: () => Promise<void>;
}
