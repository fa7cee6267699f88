/**
 * What a fault is: something that goes wrong in a real run, and what has to come of it. A row of a table in one of the files
 * beside this one; `play.ts` injects it, `row.ts` writes down what happened.
 */
import type { Scene } from "./scene.ts";

export const AREAS = [
  "process",
  "stream",
  "file system",
  "machine",
  "git",
  "network",
  "clock",
  "journal",
  "user",
] as const;

export interface Fault {
  /** Ends the sentence "what happens when …". */
  readonly name: string;
  readonly area: (typeof AREAS)[number];
  /** Exit codes of `reeve run`, one after the other, and how many questions a person got. */
  readonly expect: { readonly exits: readonly (number | null)[]; readonly asked: number };
}

/** What an agent does: one task of a run that all of these share. Its exit code is that of this task alone. */
export interface AgentFault extends Fault {
  /** Lines of shell, for attempt 1, 2, …; the last one repeats. */
  readonly attempts: readonly string[];
  /** More of its task in the plan. */
  readonly task?: string;
  /** Steps of a scripted agent instead: what agents tell that has no shell. */
  readonly script?: string;
}

/** What happens around agents: a run of its own. */
export interface RunFault extends Fault {
  readonly plan: string;
  readonly agent: Readonly<Record<string, string>>;
  readonly settings?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly play: (scene: Scene) => Promise<void> | void;
}
