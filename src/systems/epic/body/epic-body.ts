/** The nouns of an epic's body: what stands in it, and what may be changed in it. Types only. */
import type { Mistake } from "../../../config/mistakes/mistake.ts";
import type { Section } from "../../documents/outline.ts";
import type { Table } from "../../documents/table.ts";
import type { NoteFields } from "./notes.ts";
import type { Status } from "./statuses.ts";

export const PHASES = ["orient", "decompose", "review", "dispatch", "verify", "react", "halt"] as const;
export type Phase = (typeof PHASES)[number];

export const FAILURE_CLASSES = ["dispatch_halt", "verify_fail", "react_halt", "malformed"] as const;
export const CLASSES = [
  ...FAILURE_CLASSES,
  "dispatch_ok",
  "verify_pass",
  "react_filed_fix",
  "brake_fired",
  "brake_reset",
] as const;
/** `-`: a row about none of these, like a proposal. */
export type RowClass = (typeof CLASSES)[number] | "-";

export const STATE_KEYS = ["Phase", "Last checkpoint", "Environment", "Shared artefact"] as const;
export type StateKey = (typeof STATE_KEYS)[number];

export const ITEM_COLUMNS = [
  "#",
  "ID",
  "Title",
  "Status",
  "Worker",
  "Review surface",
  "Last activity",
  "Notes",
] as const;
export const PATTERN_COLUMNS = ["Tick", "Decision", "Class", "Notes"] as const;
export const PATTERNS_MAX = 16;

/** Written by the tick alone: neither gates nor hygiene take them for a person's work. */
export const OWNED_SECTIONS = [
  "Supervisor State",
  "Work Items",
  "Pattern Memory",
  "Supervisor Log",
  "Decomposition Proposal",
  "Review Synthesis",
  "Dispatch Brief",
  "Dispatch Infeasibility Report",
  "Rollback Plan",
  "Pending Decisions",
  "Final Summary",
] as const;
export type OwnedSection = (typeof OWNED_SECTIONS)[number];

export interface Item {
  readonly id: string;
  readonly title: string;
  /** Null: what is written there is none; the row waits for its person. */
  readonly status: Status | null;
  readonly worker: string;
  readonly surface: string;
  /** Null: nothing readable. */
  readonly activeAt: number | null;
  readonly notes: string;
  readonly fields: NoteFields;
  /** Which row of the table. */
  readonly row: number;
}

export interface PatternRow {
  readonly tick: string;
  readonly decision: string;
  readonly class: string;
  readonly notes: string;
}

export interface EpicBody {
  readonly text: string;
  readonly file: string;
  readonly id: string;
  readonly title: string;
  readonly status: Status;
  readonly project: string;
  /** Of the front matter: a worker for all items that name none. */
  readonly worker: string;
  readonly tags: readonly string[];
  readonly phase: Phase;
  readonly lastCheckpoint: string;
  readonly items: readonly Item[];
  readonly patterns: readonly PatternRow[];
  readonly sections: Readonly<Partial<Record<OwnedSection, Section>>>;
  readonly tables: { readonly items: Table | null; readonly patterns: Table | null };
  /** What belongs to people: everything outside the sections above. */
  readonly persons: string;
  /** Of that, what they say: without the examples in code fences and comments. Overrides, exemptions and decisions count only here. */
  readonly spoken: string;
  /** Behind the front matter. */
  readonly bodyAt: number;
  /** What concerns one row only. */
  readonly warnings: readonly Mistake[];
}

export type NewItem = Pick<Item, "id" | "title" | "notes"> & {
  readonly status: Status;
  readonly worker?: string;
  readonly surface?: string;
  readonly lastActivity?: string;
};

export interface ItemChange {
  readonly status?: Status;
  readonly worker?: string;
  readonly surface?: string;
  readonly lastActivity?: string;
  readonly notes?: string;
}

/** All that is changed by one write, as data. */
export interface Changes {
  readonly status?: Status;
  readonly state?: Readonly<Partial<Record<StateKey, string>>>;
  readonly items?: Readonly<Record<string, ItemChange>>;
  readonly added?: readonly NewItem[];
  readonly row?: PatternRow;
  readonly log?: readonly string[];
  readonly entries?: readonly Entry[];
  /** A line that a person gives by a command; it stands where people write. */
  readonly said?: string;
}

/** A part of a section; one of the same heading is replaced. */
export interface Entry {
  readonly section: OwnedSection;
  readonly heading: string;
  readonly text: string;
}
