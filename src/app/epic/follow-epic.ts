/**
 * Ticks an epic again and again: every so often, or at once while there is something to decide and whenever its body changes.
 * Each tick reads the body anew; nothing is handed from one to the next. It never asks anybody anything.
 */
import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Project } from "../project/project.ts";
import type { Refusal } from "../refusal.ts";
import { granted, type Reply } from "../reply.ts";
import type { Background } from "../run/fleets.ts";
import { findEpic } from "./epics.ts";
import { type EpicAgents, type TickEnd, type TickWish, tickEpic } from "./tick-epic.ts";

export interface FollowWish extends Omit<TickWish, "dryRun"> {
  /** Between two ticks. */
  readonly everyMs: number;
  /** Also when the body has changed, as when a worker ends. */
  readonly isAwake: boolean;
  /** Ends where only a person can help; ticks at once while there is something to decide. */
  readonly isResident: boolean;
  readonly onTick: (ticked: TickEnd) => void;
  readonly onTrouble: (refusal: Refusal) => void;
}

const LOOK_MS = 500;

/** Ends with the last tick: when the epic is at its end, when told, or, resident, when a person is needed. */
export async function followEpic(
  world: Background & EpicAgents,
  project: Project,
  wish: FollowWish,
): Promise<Reply<TickEnd | null>> {
  const path = findEpic(project, wish.cwd, wish.epic);
  if (!path.ok) return path;
  let last: TickEnd | null = null;
  while (!wish.signal.aborted) {
    const ticked = await tickEpic(world, project, { ...wish, dryRun: false });
    if (ticked.ok) {
      last = ticked.value;
      wish.onTick(ticked.value);
      if (isOver(ticked.value, wish.isResident)) return granted(last);
      if (wish.isResident && ticked.value.ended === "decided") continue;
    } else {
      wish.onTrouble(ticked.refusal);
      if (wish.isResident) return ticked;
    }
    await pause(path.value, wish);
  }
  return granted(last);
}

/** What only waits for a person ends the resident one; what is finished ends both. */
function isOver(ticked: TickEnd, isResident: boolean): boolean {
  if (ticked.ended === "malformed" || ticked.ended === "halted") return isResident;
  if (ticked.ended !== "nothing" || ticked.waits === "workers") return false;
  return isResident || ticked.waits === "over";
}

async function pause(path: string, { everyMs, isAwake, signal }: FollowWish): Promise<void> {
  const before = changedAt(path);
  try {
    for (let waited = 0; waited < everyMs; waited += LOOK_MS) {
      await setTimeout(Math.min(LOOK_MS, everyMs - waited), undefined, { signal });
      if (isAwake && changedAt(path) !== before) return;
    }
  } catch {
    // Told to end.
  }
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
