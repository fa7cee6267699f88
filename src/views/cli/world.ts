/** What commands need that only the composition root can build: real agents, real processes. */

import type { Config } from "../../domain/config.ts";
import type { CleanReport, CleanWish, Parked } from "../../domain/hygiene.ts";
import type { CommandCheck, Plan } from "../../domain/plan.ts";
import type { ProposalRecord, ProposalWish } from "../../domain/proposal.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Surface } from "../../domain/surface.ts";
import type { RunBase } from "../../domain/workspace.ts";
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import type { Holder } from "../../journal/runs.ts";
import type { CoherenceAnswer, CoherenceWish, ContractAnswer, ContractWish } from "../../runtime/coherence-wish.ts";
import type { Project, RunPlace } from "../../runtime/project.ts";
import type { RunWorkEnd } from "../../runtime/run/run-options.ts";
import type { RunRecord } from "../../runtime/run/run-rules.ts";
import type { RealAgents } from "../demo/real-cast.ts";
import type { ExitCode } from "./exit-codes.ts";

export interface World {
  /** One at a time per project: choosing and making a run must not happen twice at once. */
  readonly exclusively: <T>(project: Project, work: () => Promise<T>) => Promise<T>;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  /** Takes the run's lock and builds a fleet; or says who holds the run. */
  readonly openFleet: (wish: FleetWish) => Promise<OpenFleet | { readonly heldBy: Holder }>;
  /** The commit a new run begins from, or why this folder cannot be worked in. */
  readonly findBase: (project: Project, config: Config, plan: Plan) => Promise<Found | { readonly unusable: string }>;
  /** What an attempt printed so far, cleaned for a terminal; goes on while it lives if `follow`. */
  readonly readOutput: (
    runDir: string,
    attempt: string,
    follow: boolean,
    signal: AbortSignal,
  ) => AsyncIterable<OutputPart>;
  /** Starts this very program in the background; its output goes to the file. */
  readonly detach: (args: readonly string[], logFile: string) => Promise<{ readonly pid: number }>;
  /** What may be done with the project's repository on a person's word. */
  readonly surface: (project: Project) => Surface;
  readonly parked: (project: Project) => Parked;
  /** What a run's worktrees take on disk. Walks at most about so many files. */
  readonly worktreesUse: (project: Project, run: string, entriesMax: number) => Promise<WorktreesUse>;
  /** Removes what runs left behind, or says what it would remove. */
  readonly clean: (project: Project, wish: CleanWish) => Promise<CleanReport>;
  /** Lays branches side by side. For a run the report is kept and compared with the one before. */
  readonly coherence: (project: Project, wish: CoherenceWish) => Promise<CoherenceAnswer>;
  readonly contract: (project: Project, wish: ContractWish) => Promise<ContractAnswer>;
  /** Has an agent propose a plan in the folder that was made for it. */
  readonly propose: (project: Project, wish: ProposalWish) => Promise<ProposalRecord>;
  /** `isTrying`: also one turn with each configured agent against a model on loopback. */
  readonly inspect: (
    project: Project,
    config: Config | null,
    wish: { readonly isTrying: boolean },
  ) => Promise<readonly Finding[]>;
  /** Agents Reeve knows by name: those on PATH, and the others. Starts nothing. */
  readonly findAgents: (folder: string) => FoundAgents;
  /** The real agents for the demo, or what is missing for them. */
  readonly demoAgents: () => RealAgents | { readonly missing: string };
  readonly demo: (
    out: (line: string) => void,
    options: { readonly keep: boolean; readonly agents?: RealAgents },
  ) => Promise<ExitCode>;
}

export interface WorktreesUse {
  readonly bytes: number;
  /** There are more files than were counted. */
  readonly isPart: boolean;
}

export interface Found {
  /** Null: without git. */
  readonly base: RunBase | null;
  readonly warnings: readonly string[];
  /** For tasks whose plan names no gates, where they are not read from the repository's history. */
  readonly gates: readonly CommandCheck[];
  /** Names of runs that are in use in the same repository. */
  readonly runsElsewhere?: readonly string[];
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
  /** What a person is to hear of each record, as the teller words it. */
  readonly onSentence?: (sentence: string) => void;
  readonly teller?: () => (event: Event) => string | null;
  /** A journal is away for a while, or back. */
  readonly onNotice?: (sentence: string) => void;
}

export interface OpenFleet {
  readonly work: () => Promise<RunWorkEnd>;
  readonly order: (input: Input) => Promise<unknown>;
  readonly force: () => Promise<void>;
  readonly state: () => Promise<State>;
}

export interface OutputPart {
  readonly stream: "out" | "err";
  readonly text: string;
}

export interface FoundAgents {
  readonly installed: readonly InstalledAgent[];
  readonly others: readonly { readonly adapter: string; readonly name: string; readonly install: string }[];
}

export interface InstalledAgent {
  readonly adapter: string;
  readonly name: string;
  /** How it is started so that it asks nobody. */
  readonly unattended: string;
  /** What to do about its login; null: it was seen, or may lie where Reeve does not look. */
  readonly loginFix: string | null;
}

/** What `doctor` found: one sentence, and what to do if it is not good. */
export interface Finding {
  readonly what: string;
  readonly good: boolean;
  readonly fix?: string;
}
