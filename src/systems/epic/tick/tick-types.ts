/** The nouns of one tick: whom it asks, what it is told, and what it decides. Types only. */
import type { Changes, EpicBody, Phase } from "../body/epic-body.ts";
import type { Worker } from "../dispatch/workers.ts";

/** All that a tick can read. There is no way from here to a file, a repository or another item. */
export interface BodyReader {
  readonly read: () => Promise<string>;
}

export type Ask =
  | { readonly role: "pauli"; readonly brief: PauliBrief }
  | { readonly role: "reviewer"; readonly brief: { readonly epic: string; readonly role: "review" } }
  | { readonly role: "critic"; readonly brief: { readonly epic: string; readonly item: string } }
  | { readonly role: "marsha"; readonly brief: MarshaBrief };

export interface PauliBrief {
  readonly epic: string;
  readonly role: "preflight" | "react" | "decompose";
  /** For react: the item and its exit signal, in one line. */
  readonly context?: string;
}

export interface MarshaBrief {
  readonly item: string;
  readonly pr: string;
  readonly acceptance: readonly string[];
}

export type Orientation =
  | { readonly type: "nothing"; readonly sentence: string; readonly waits: Waits }
  | { readonly type: "act"; readonly decision: Decision }
  | { readonly type: "ask"; readonly phase: Phase; readonly ask: Ask; readonly item: string | null };

/** Whom an epic waits for that has nothing to decide; `over`: for nobody, it is at its end. */
export type Waits = "workers" | "person" | "over";

export interface Decision {
  readonly ended: "decided" | "halted";
  /** One line for the person. */
  readonly sentence: string;
  readonly changes: Changes;
  readonly dispatch: Dispatch | null;
}

/** A worker that is to be started, once the row is written. */
export interface Dispatch {
  readonly id: string;
  readonly item: string;
  readonly worker: string;
  readonly project: string;
}

/** What is looked at before a dispatch, by others than the tick; each row with what was found. */
export interface Confirmed {
  readonly rows: readonly ConfirmedRow[];
}

/** What the pre-flight table shows; the other rows stand above it. */
export const TABLE_ROWS: readonly ConfirmedRow["name"][] = ["task id", "source repo", "project field", "next link"];

export interface ConfirmedRow {
  readonly name: "task id" | "source repo" | "project field" | "next link" | "worker host" | "task store";
  readonly ok: boolean;
  readonly found: string;
}

export interface ConfirmWish {
  readonly item: string;
  readonly worker: string;
  readonly project: string;
  readonly files: readonly string[];
  /** The item that follows; null: it is the last. */
  readonly next: { readonly id: string; readonly isKnown: boolean } | null;
}

/** What a tick is given beside the body; nothing of it is remembered from one tick to the next. */
export interface TickPorts {
  readonly body: BodyReader;
  readonly file: string;
  readonly now: number;
  readonly environment: string;
  /** Read again for each tick. */
  readonly workers: readonly Worker[];
  /** One of these per tick, at most. What comes back is data of any shape; null: no answer. */
  readonly ask: (ask: Ask, body: EpicBody) => Promise<unknown>;
  readonly confirm: (wish: ConfirmWish) => Promise<Confirmed>;
}
