/**
 * Small facts about a worktree, kept where git keeps its own: they go when the worktree goes. A note that is lost or broken
 * reads as none. Whoever writes one decides what follows from it.
 */
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { readText } from "../../files/foreign-file.ts";
import { writeWhole } from "../../files/write-whole.ts";

export interface Notes {
  /** All files are checked out; before that nobody has worked in it. */
  readonly ready: true;
  /** The setup commands have succeeded. */
  readonly setup: true;
  /** The attempt it was last made ready for. */
  readonly attempt: { readonly id: string; readonly base: string; readonly parked: string | null };
  /** A discard or an update that is under way: what there was is safe in `sealed` or `parked`. */
  readonly moving: { readonly id: string; readonly parked: string | null; readonly sealed: string | null };
  /** Reeve's own entry has moved on, and whoever works there does not see it yet. */
  readonly unshown: true;
  /** Its work is merged: it may go. */
  readonly merged: true;
  /** Files of a merge whose conflicts Reeve left to the agent. */
  readonly conflicts: readonly string[];
}

export async function readNote<N extends keyof Notes>(admin: string, name: N): Promise<Notes[N] | null> {
  try {
    return JSON.parse(await readText(notePath(admin, name))) as Notes[N];
  } catch {
    return null;
  }
}

/** When it was last written down; null: never. */
export async function noteTime(admin: string, name: keyof Notes): Promise<number | null> {
  return (await stat(notePath(admin, name)).catch(() => null))?.mtimeMs ?? null;
}

export async function writeNote<N extends keyof Notes>(admin: string, name: N, value: Notes[N]): Promise<void> {
  await writeWhole(notePath(admin, name), JSON.stringify(value));
}

export async function dropNote(admin: string, name: keyof Notes): Promise<void> {
  await rm(notePath(admin, name), { force: true });
}

function notePath(admin: string, name: keyof Notes): string {
  return join(admin, `reeve-${name}.json`);
}
