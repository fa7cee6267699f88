/** What commands need that only the composition root can build: real agents, real processes. */
import type { Config } from "../../domain/config.ts";
import type { Input } from "../../domain/input.ts";
import type { Settings } from "../../domain/settings.ts";
import type { State } from "../../domain/state.ts";
import type { RunRecord } from "../../runtime/engine-port.ts";
import type { FleetEnd } from "../../runtime/fleet-options.ts";
import type { Holder } from "../../runtime/lock.ts";
import type { Project, RunPlace } from "../../runtime/project.ts";
import type { ExitCode } from "./exit-codes.ts";

export interface World {
  /** One at a time per project: choosing and making a run must not happen twice at once. */
  readonly exclusively: <T>(project: Project, work: () => Promise<T>) => Promise<T>;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  /** Takes the run's lock and builds a fleet; or says who holds the run. */
  readonly openFleet: (wish: FleetWish) => Promise<OpenFleet | { readonly heldBy: Holder }>;
  /** What an attempt printed so far, cleaned for a terminal; goes on while it lives if `follow`. */
  readonly readOutput: (
    runDir: string,
    attempt: string,
    follow: boolean,
    signal: AbortSignal,
  ) => AsyncIterable<OutputPart>;
  /** Starts this very program in the background; its output goes to the file. */
  readonly detach: (args: readonly string[], logFile: string) => Promise<{ readonly pid: number }>;
  readonly inspect: (project: Project, config: Config | null) => Promise<readonly Finding[]>;
  readonly demo: (out: (line: string) => void, options: { readonly keep: boolean }) => Promise<ExitCode>;
}

export interface FleetWish {
  readonly project: Project;
  readonly place: RunPlace;
  readonly config: Config;
  readonly settings: Settings;
  readonly wait: boolean;
  /** Only stop what an earlier Reeve left behind. */
  readonly stopOnly?: boolean;
  readonly onRecord: (record: RunRecord) => void;
}

export interface OpenFleet {
  readonly work: () => Promise<FleetEnd>;
  readonly order: (input: Input) => Promise<unknown>;
  readonly force: () => Promise<void>;
  readonly state: () => Promise<State>;
}

export interface OutputPart {
  readonly stream: "out" | "err";
  readonly text: string;
}

/** What `doctor` found: one sentence, and what to do if it is not good. */
export interface Finding {
  readonly what: string;
  readonly good: boolean;
  readonly fix?: string;
}
