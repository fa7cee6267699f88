/** The run itself: which plan it works, how far it is, and whether its whole was looked at. A slice of the state. */
import type { Because } from "../../domain/because.ts";
import type { RunBase } from "../../domain/spec/workspace.ts";
import type { HostRoom } from "../../domain/tree/host-room.ts";
import type { KnownHistory } from "../causes/history/known-history.ts";
import type { Basis } from "../forecast/basis.ts";
import { plainSlice } from "../slice.ts";
import type { Verdict } from "./events.ts";

/** created: nobody has opened it yet. stopped, halted and ended can be opened again. */
export type RunPhase = "none" | "created" | "working" | "paused" | "stopping" | "stopped" | "halted" | "ended";

/** Whether the integrated whole was looked at after the last task: green and red say what came of it. */
export type RunCheck = "not_due" | "due" | "green" | "red";

/** What Reeve itself answers where what it asked about is there. */
export const THERE_NOW = "It is there now.";

export interface Run {
  /** How many agents the machine has room for; absent: as many as the settings say. */
  room?: HostRoom;
  id: string;
  title: string;
  planFile: string;
  planHash: string;
  phase: RunPhase;
  verdict: Verdict | null;
  because: Because | null;
  createdAt: number;
  openedAt: number;
  endedAt: number | null;
  /** How long it was worked on before it was last opened, and when it was last heard of. */
  workedMs: number;
  heardAt: number;
  /** It was opened again while it was still stopping: it resumes as soon as it stands. */
  reopen: boolean;
  /** What had failed until then was answered by a person, and no longer halts the run. */
  failuresFrom?: number;
  base: RunBase | null;
  /** The newest merge of it; absent before the first, and in what an earlier version has kept. */
  head?: string;
  check: RunCheck;
  /** What earlier runs met. */
  history: KnownHistory | null;
  /** What tasks took in earlier runs; absent: nothing is known. */
  basis?: Basis;
  /** Programs that gates lack and that a person has answered about; absent: none. */
  accepted?: readonly string[];
  /** A person was asked about the red whole, and nothing was merged since. */
  redAsked?: boolean;
  /** When a person last had something of it removed; absent: never. */
  cleanedAt?: number;
  /** The branch that its work was brought into last; absent: none yet, or by an earlier version. */
  landed?: { readonly into: string; readonly to: string; readonly at: number };
}

export const runSlice = plainSlice<Run>(() => ({
  id: "",
  title: "",
  planFile: "",
  planHash: "",
  phase: "none",
  verdict: null,
  because: null,
  createdAt: 0,
  openedAt: 0,
  endedAt: null,
  workedMs: 0,
  heardAt: 0,
  reopen: false,
  base: null,
  check: "not_due",
  history: null,
}));
