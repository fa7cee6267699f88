/**
 * The moment of a kill in the crash tests: after so many lines of Reeve's, and some milliseconds of chance, so that it falls
 * between two events too. Lines, because a busy machine would otherwise be killed while it starts, again and again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "../simulation/dice.ts";
import type { Ran, RunningReeve } from "./project.ts";

/** Null when the moment has come; else how Reeve ended before it. */
export function randomMoment(reeve: RunningReeve, dice: Dice, linesMax: number): Promise<Ran | null> {
  const lines = dice.int(0, linesMax);
  const ms = dice.int(0, 60);
  const moment = reeve.printed(lines).then(() => sleep(ms));
  return Promise.race([reeve.ended, moment.then(() => null)]);
}
