/** Orders that were given while nobody worked on the run, oldest first: what the next Reeve takes up. Looks only. */
import { join } from "node:path";
import type { PersonInput } from "../engine/input.ts";
import { pendingMail } from "../journal/mailbox.ts";
import type { RunPlace } from "./run-place.ts";

/** Throws `JournalError`. */
export function waitingOrders(place: RunPlace): readonly PersonInput[] {
  return pendingMail(join(place.dir, "journal.db")).map(({ input }) => input as PersonInput);
}

/** The last word said about it while nobody worked on the run was: pause. */
export function pauseWaits(place: RunPlace): boolean {
  return waitingOrders(place).findLast(({ type }) => type === "pause" || type === "resume")?.type === "pause";
}

/** What was said to agents while nobody worked on the run: those that start now are to read it in their prompts. */
export function tellsWaiting(place: RunPlace): readonly PersonInput[] {
  return waitingOrders(place).filter(({ type }) => type === "tell");
}
