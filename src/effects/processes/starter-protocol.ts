/**
 * What Reeve and its starter say to each other: one JSON object per line, each request answered once, in any order.
 * Every request may be repeated harmlessly, so that a dead starter's open requests are simply sent to the next one.
 */
import type { EndReport, EndRequest } from "./end-processes.ts";
import type { ProcessInfo } from "./table/process-table.ts";
import type { Vitals } from "./table/vitals.ts";

/** A process that can be told from a later one with the same pid. */
export interface KnownProcess {
  readonly pid: number;
  /** Absent: it was gone before anyone could look. */
  readonly startTime?: string;
}

export interface KeepRequest {
  /** The attempt's folder. */
  readonly dir: string;
  readonly shell: string;
  readonly script: string;
  /** Where named pipes may be made ahead. */
  readonly pipesDir: string;
  readonly args: readonly string[];
  /** Added to the starter's own environment. Travels through the pipe only, never over the disk. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Kept {
  readonly keeper: KnownProcess;
  readonly agent: KnownProcess;
  readonly bootId: string;
}

export type KeepAnswer =
  | { readonly type: "kept"; readonly kept: Kept }
  /** The lock is someone else's: another keeper has, or had, this attempt. */
  | { readonly type: "taken" }
  /** `scarce`: the machine has no room for one more; what it was to keep never ran. */
  | { readonly type: "failed"; readonly message: string; readonly scarce?: true };

/** verb → [request, answer] */
export interface StarterVerbs {
  keep: [KeepRequest, KeepAnswer];
  end: [EndRequest, EndReport];
  /** Answered when it is gone, or after `withinMs` with false; without that, it may take for ever. */
  gone: [KnownProcess & { readonly withinMs?: number }, boolean];
  find: [{ readonly pids: readonly number[] }, readonly ProcessInfo[]];
  /** Those that keep the attempt of this mark: a keeper and its relays. */
  keepers: [{ readonly mark: string }, readonly number[]];
  /** What the processes below each list of roots use, in the same order. */
  vitals: [{ readonly roots: readonly (readonly number[])[] }, readonly Vitals[]];
  /** What the processes below each root were started as, in the same order. */
  commands: [{ readonly roots: readonly number[] }, readonly (readonly string[])[]];
  /** Holds all below the roots, and them; how many that are. */
  pause: [{ readonly roots: readonly number[] }, number];
  /** Lets go what a signal holds; how many that were. */
  wake: [{ readonly roots: readonly number[] }, number];
  boot_id: [Record<string, never>, string];
}

export type StarterVerb = keyof StarterVerbs;

export interface StarterRequest<V extends StarterVerb = StarterVerb> {
  readonly id: number;
  readonly verb: V;
  readonly body: StarterVerbs[V][0];
}

export type StarterAnswer =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly problem: string };
