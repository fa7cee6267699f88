/**
 * What working on a run needs from outside: somebody who takes the run and supervises its agents, a process of its own in
 * the background, and a look at what its worktrees take on disk. Ports only; the composition root has the real ones.
 */
import type { Config } from "../../domain/spec/config.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import type { Giver } from "../../domain/work/giver.ts";
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import type { Holder } from "../../journal/runs.ts";
import type { RunWorkEnd } from "../../runtime/run/run-options.ts";
import type { RunPlace } from "../../runtime/run/run-place.ts";
import type { RunRecord } from "../../runtime/run/run-rules.ts";
import type { Project } from "../project/project.ts";

export interface Fleets {
  /** Takes the run's lock and builds a fleet; or says who holds the run. */
  readonly openFleet: (wish: FleetWish) => Promise<OpenFleet | { readonly heldBy: Holder }>;
}

export interface FleetWish {
  readonly project: Project;
  readonly place: RunPlace;
  readonly config: Config;
  readonly settings: Settings;
  /** Who has it worked, or stopped. */
  readonly by: Giver;
  /** Stay while only a person can help. */
  readonly wait: boolean;
  /** Only stop what an earlier Reeve left behind. */
  readonly stopOnly?: boolean;
  /** Each record, once it is durable, in order. */
  readonly onRecord: (record: RunRecord) => void;
  /** What a person is to hear of each record, as the teller words it. */
  readonly onSentence?: (sentence: string) => void;
  readonly teller?: () => (event: Event) => string | null;
  /** A journal is away for a while, or back. */
  readonly onNotice?: (sentence: string) => void;
}

export interface OpenFleet {
  readonly work: () => Promise<RunWorkEnd>;
  readonly order: (input: Input) => Promise<unknown>;
  /** Ends all agents at once. */
  readonly force: () => Promise<void>;
  readonly state: () => Promise<State>;
}

export interface Background {
  /** Starts this very program on a run, in the background; its output goes to the file. */
  readonly detach: (args: readonly string[], logFile: string) => Promise<{ readonly pid: number }>;
}

export interface Worktrees {
  /** What a run's worktrees take on disk. Walks at most about so many files. */
  readonly worktreesUse: (project: Project, run: string, entriesMax: number) => Promise<WorktreesUse>;
}

export interface WorktreesUse {
  readonly bytes: number;
  /** There are more files than were counted. */
  readonly isPart: boolean;
}
