/** What a fleet is built with, and how its work can end. */
import type { AgentConfig } from "../domain/config.ts";
import type { Effect } from "../domain/effect.ts";
import type { Event } from "../domain/event.ts";
import type { Answer, Input } from "../domain/input.ts";
import type { Settings } from "../domain/settings.ts";
import type { State } from "../domain/state.ts";
import type { AgentHost, AgentHostListener } from "../effects/agents/agent-host.ts";
import type { JournalError } from "../journal/journal-error.ts";
import type { SqliteJournalOptions } from "../journal/sqlite-journal.ts";
import type { Clock } from "./clock.ts";
import type { RunRecord } from "./engine-port.ts";
import type { RunPlace } from "./project.ts";
import type { Quiescence } from "./quiescence.ts";

export interface FleetOptions {
  readonly stateDir: string;
  readonly place: RunPlace;
  /** Where agents work. */
  readonly workspace: string;
  readonly settings: Settings;
  readonly configs: Readonly<Record<string, AgentConfig>>;
  readonly identity: { readonly host: string; readonly bootId: string; readonly pid: number; readonly version: string };
  readonly openHost: (listener: AgentHostListener) => AgentHost;
  readonly clock: Clock;
  readonly dice: () => number;
  /** Stay when only a person can go on. */
  readonly wait: boolean;
  /** Only stop what an earlier Reeve left behind: nothing is started, nothing else is taken up. */
  readonly stopOnly?: boolean;
  /** Each record, once it is durable, in order. */
  readonly onRecord: (record: RunRecord) => void;
  /** For tests that make the store fail. */
  readonly onOpenJournal?: SqliteJournalOptions<State, Input, Event, Effect, Answer>["onOpen"];
}

export type FleetEnd =
  | { readonly type: Exclude<Quiescence, "moving">; readonly state: State }
  | { readonly type: "journal"; readonly error: JournalError };
