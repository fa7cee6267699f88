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

export function forecastOf(view: FleetView, { tasks }: RunHistory, now: number): Forecast | null {
  const open = view.tasks.filter(({ state }) => state !== "done" && state !== "skipped" && state !== "failed");
  if (view.run.phase !== "working" || open.length === 0) return null;
  const done = view.tasks.filter(({ state, attempts }) => state === "done" && attempts > 0);
  if (done.length === 0) return null;
  const usdEach = mean(done.map(({ usage }) => usage.usdKnown));
  const msEach = mean(done.map(({ id }) => workedMs(tasks.get(id)?.spans ?? [], now)));
  const left = open.reduce((sum, { usage }) => sum + Math.max(0, usdEach - usage.usdKnown), 0);
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

function workedMs(spans: readonly { kind: string; from: number; to: number | null }[], now: number): number {
  const busy = spans.filter(({ kind }) => kind === "work" || kind === "proof");
  return busy.reduce((sum, { from, to }) => sum + ((to ?? now) - from), 0);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
