/**
 * The port to the machine's process table: who runs, since when, started by whom, and under which mark. It only looks;
 * ending processes is `end-processes.ts`.
 *
 * Contract for adapters: nothing here throws for what a process does meanwhile; one that vanishes or may not be read
 * is left out. When the table as a whole cannot be read it does throw: an empty table would say that all are dead. A zombie is dead but still listed, flagged. `startTime` is opaque: equal for the same pid means the same
 * process, and after a reboot nothing is comparable (see `bootId`). A mark the system does not show is "".
 */
import { brandOf } from "./brand.ts";
import { linuxTable } from "./linux-table.ts";
import { psTable } from "./ps-table.ts";

export interface ProcessInfo {
  readonly pid: number;
  readonly ppid: number;
  readonly startTime: string;
  readonly zombie: boolean;
  /** Value of REEVE_MARK: the marks of all attempts it belongs to, outermost first, joined by `:`. */
  readonly mark: string;
  /** Its brand, where a look at all processes found one: a mark that cannot be taken off. */
  readonly brand?: string;
  /** What it calls itself, where the system tells. */
  readonly name?: string;
  /** Value of REEVE_KEEPER: the mark of the attempt it keeps. */
  readonly keeper: string;
}

export interface ProcessTable {
  /** Every process that can be seen. Marks of those that started before `since` need not be looked for. */
  readonly list: (since?: string) => Promise<readonly ProcessInfo[]>;
  /** Those of the given pids that exist. */
  readonly find: (pids: readonly number[]) => Promise<readonly ProcessInfo[]>;
  /** Changes with each boot of the machine. */
  readonly bootId: () => Promise<string>;
}

export type ProcessTableChoice =
  | { readonly ok: true; readonly table: ProcessTable }
  | { readonly ok: false; readonly sentence: string };

/** The table of this machine, or a sentence why Reeve cannot run on it. */
export function processTable(platform: NodeJS.Platform = process.platform): ProcessTableChoice {
  if (platform === "linux") return { ok: true, table: linuxTable() };
  if (platform !== "win32") return { ok: true, table: psTable(platform) };
  const sentence = "Reeve does not run on Windows yet: it cannot supervise processes there. Run it inside WSL 2.";
  return { ok: false, sentence };
}

/** Whether it belongs to that attempt, by the mark in its environment or by its brand. */
export function hasMark(info: ProcessInfo, mark: string): boolean {
  if (info.mark === mark || info.mark.split(":").includes(mark)) return true;
  return info.brand !== undefined && info.brand === brandOf(mark);
}
