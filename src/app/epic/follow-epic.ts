/**
 * Ticks an epic again and again: every so often, or at once while there is something to decide and whenever its body changes.
 * Each tick reads the body again; nothing is handed from one to the next. It never asks anybody anything. Trouble that may pass by
 * itself, as when a remote is away, ends neither; it is told when it begins, and tried again after ever longer pauses.
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
  const patience = patienceFor(wish);
  while (!wish.signal.aborted) {
    const ticked = await tickEpic(world, project, { ...wish, dryRun: false });
    if (ticked.ok) {
      last = ticked.value;
      patience.isOver();
      wish.onTick(ticked.value);
      if (isOver(ticked.value, wish.isResident)) return granted(last);
      if (wish.isResident && ticked.value.ended === "decided") continue;
    } else if (!patience.bears(ticked.refusal)) return ticked;
    await pause(path.value, { ...wish, everyMs: patience.pauseMs() });
  }
  return granted(last);
}

/** Trouble is told when it begins. The pauses: two seconds, then twice as long each time, at most as long as between any two ticks. */
function patienceFor({ everyMs, isResident, onTrouble }: FollowWish) {
  let told = "";
  let failures = 0;
  return {
    isOver: (): void => {
      [told, failures] = ["", 0];
    },
    /** False: it does not pass by itself, and whoever is resident has to end. */
    bears: (refusal: Refusal): boolean => {
      const words = JSON.stringify(refusal);
      if (words !== told) onTrouble(refusal);
      [told, failures] = [words, failures + 1];
      return !isResident || (refusal.what === "epic_unusable" && refusal.mayPass === true);
    },
    pauseMs: (): number => (failures === 0 ? everyMs : Math.min(everyMs, 2_000 * 2 ** Math.min(failures - 1, 20))),
  };
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
