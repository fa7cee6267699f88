/**
 * When a run will end and what it will have cost, guessed from what its done tasks took: a guess, said as one. Null where
 * nothing was done yet or nothing moves. Pure.
 */
import type { FleetView } from "../../app/look/fleet-view.ts";
import type { RunHistory } from "../../app/look/history/run-history.ts";

export interface Forecast {
  readonly at: number;
  readonly usd: number;
  /** Between these it will probably be. */
  readonly usdLow: number;
  readonly usdHigh: number;
  /** Something waits for a person: the time counts from their answer. */
  readonly waitsForYou: boolean;
}

const SPREAD = 0.25;
/** Of what a task usually costs: so much at least is still to come, also where one has cost more already. */
const LEFT_MIN = 0.25;

export function forecastOf(view: FleetView, history: RunHistory, now: number): Forecast | null {
  const open = openTasks(view);
  if (view.run.phase !== "working" || open.length === 0) return null;
  const msEach = meanWorkMs(view, history, now);
  const left = usdLeft(view);
  if (msEach === null || left === null) return null;
  const slots = Math.max(1, Math.min(view.slots.of, open.length));
  const limit = Math.max(0, ...view.accounts.map(({ until }) => until - now));
  const usd = view.usage.usdKnown + left;
  return {
    at: now + limit + (msEach * open.length) / slots,
    usd,
    usdLow: view.usage.usdKnown + left * (1 - SPREAD),
    usdHigh: view.usage.usdKnown + left * (1 + SPREAD),
    waitsForYou: open.some(({ state }) => state === "question"),
  };
}

/** What all that is open will probably cost, by what is done; null: nothing is. */
export function usdLeft(view: FleetView): number | null {
  const done = view.tasks.filter(({ state, attempts }) => state === "done" && attempts > 0);
  if (done.length === 0) return null;
  const usdEach = mean(done.map(({ usage }) => usage.usdKnown));
  return openTasks(view).reduce((sum, { usage }) => sum + Math.max(usdEach * LEFT_MIN, usdEach - usage.usdKnown), 0);
}

function openTasks({ tasks }: FleetView): FleetView["tasks"] {
  return tasks.filter(({ state }) => state !== "done" && state !== "skipped" && state !== "failed");
}

/** What a task takes of work and proof, by those that are done; null: none is. */
export function meanWorkMs(view: FleetView, { tasks }: RunHistory, now: number): number | null {
  const done = view.tasks.filter(({ state, attempts }) => state === "done" && attempts > 0);
  return done.length === 0 ? null : mean(done.map(({ id }) => workedMs(tasks.get(id)?.spans ?? [], now)));
}

function workedMs(spans: readonly { kind: string; from: number; to: number | null }[], now: number): number {
  const busy = spans.filter(({ kind }) => kind === "work" || kind === "proof");
  return busy.reduce((sum, { from, to }) => sum + ((to ?? now) - from), 0);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
