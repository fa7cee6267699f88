/** Orders that were given while nobody worked on the run, oldest first: what the next Reeve takes up. Looks only. */
import type { Input, PersonInput } from "../../engine/input.ts";
import type { RunPhase } from "../../engine/run/state.ts";
import type { Runs } from "../../journal/runs.ts";
import { isOrder } from "./mailed.ts";

/** Throws `JournalError`. */
export async function waitingOrders(runs: Runs, run: string): Promise<readonly PersonInput[]> {
  return (await runs.waiting(run)).flatMap(({ input }) => (isOrder(input) ? [input] : []));
}

/** The last word said about it while nobody worked on the run, where it was: pause. */
export function pauseWaiting(orders: readonly Input[]): readonly Input[] {
  const last = orders.findLast(({ type }) => type === "pause" || type === "resume");
  return last?.type === "pause" ? [last] : [];
}

/** Nobody starts anything in these: what is said then waits for the next Reeve to open the run. */
const AT_REST: ReadonlySet<RunPhase> = new Set(["created", "stopped", "halted"]);

/**
 * What was said while nobody worked on the run and must be known before anything starts: words to agents, which are to
 * read them in their prompts, a plan that was changed, and budgets that were raised. Each counts once, also if taken twice.
 */
export function firstToTake(orders: readonly Input[], phase: RunPhase): readonly Input[] {
  return orders.flatMap((order): readonly Input[] => {
    if (order.type === "tell" || order.type === "brake") return [order];
    const isEarly = (order.type === "grant" || order.type === "edit_plan") && AT_REST.has(phase);
    return isEarly ? [{ ...order, early: true }] : [];
  });
}
