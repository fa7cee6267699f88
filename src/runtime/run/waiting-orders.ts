/** Orders that were given while nobody worked on the run, oldest first: what the next Reeve takes up. Looks only. */
import type { Input, PersonInput } from "../../engine/input.ts";
import type { Runs } from "../../journal/runs.ts";

/** Throws `JournalError`. */
export async function waitingOrders(runs: Runs, run: string): Promise<readonly PersonInput[]> {
  return (await runs.waiting(run)).map(({ input }) => input as PersonInput);
}

/** The last word said about it while nobody worked on the run was: pause. */
export function pauseWaits(orders: readonly Input[]): boolean {
  return orders.findLast(({ type }) => type === "pause" || type === "resume")?.type === "pause";
}

/** What was said to agents while nobody worked on the run: those that start now are to read it in their prompts. */
export function tellsWaiting(orders: readonly Input[]): readonly Input[] {
  return orders.filter(({ type }) => type === "tell");
}
