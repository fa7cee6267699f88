/**
 * Limits beside a task's and the run's own: of a gang, of one attempt, of what runs of a project share, and of how fast is
 * spent: what may be used, what is, and whether that is too much. Looks only.
 */
import { dayOf } from "../../basics/zone-offset.ts";
import { type Because, because } from "../../domain/because.ts";
import type { Money, SharedCap } from "../../domain/spec/caps.ts";
import { minuteText } from "../../domain/words/budget-text.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import type { State } from "../state.ts";
import { raisedBy } from "./budget-sum.ts";
import { overBudget } from "./over-budget.ts";
import { gangBudget, gangUsage, gangWorkedMs } from "./parts/gang-budget.ts";

type Look = Pick<State, "settings" | "spending">;

export const SHARED_CAPS: readonly SharedCap[] = ["day", "project", "machine"];

export function capOver(state: Look, at: number): Because | null {
  for (const cap of SHARED_CAPS) {
    if (!isLimited(state, cap)) continue;
    const over = overBudget(capBudget(state, cap, at), capUsage(state, cap, at), { whose: cap });
    if (over !== null) return over;
  }
  return null;
}

function isLimited({ settings, spending }: Look, cap: SharedCap): boolean {
  return cap === "machine" ? spending.elsewhere?.machine !== undefined : settings.caps?.[cap] !== undefined;
}

/** What may be used in all; nothing said: no limit. What was granted for a day is gone with it. */
export function capBudget({ settings, spending }: Look, cap: SharedCap, at: number): Money {
  if (cap === "machine") return spending.elsewhere?.machine?.limit ?? {};
  const { day, project } = spending.capGrants ?? {};
  const granted = cap === "project" ? project : day?.day === dayOf(at, spending.zone) ? day.budget : undefined;
  return raisedBy(settings.caps?.[cap] ?? {}, granted);
}

export function capUsage({ spending }: Look, cap: SharedCap, at: number): Usage {
  const { usage, today, elsewhere, zone } = spending;
  if (cap === "project") return sum(usage, elsewhere?.total);
  const day = dayOf(at, zone);
  const others = cap === "machine" ? elsewhere?.machine?.today : elsewhere?.today;
  return sum(today?.day === day ? today.usage : undefined, elsewhere?.day === day ? others : undefined);
}

/** Of the attempt by itself, whatever its task may still use. */
export function attemptOver({ settings }: Look, { usage }: Attempt): Because | null {
  return overBudget(settings.caps?.attempt ?? {}, usage, { whose: "attempt" });
}

const WINDOW_MS = 300_000;
const MINUTE_MS = 60_000;

/** More than the limit on average over the last five minutes: a burst is no trouble, a fire is. */
export function tooFast({ settings, spending }: Look, at: number): Because | null {
  const limit = settings.caps?.usdPerMinute;
  if (limit === undefined) return null;
  const recent = (spending.burn ?? []).filter((each) => each.at > at - WINDOW_MS);
  const usd = recent.reduce((all, each) => all + each.usd, 0);
  if (usd <= (limit * WINDOW_MS) / MINUTE_MS) return null;
  return because("too_fast", { limit: `$${limit}`, used: `$${usd.toFixed(2)}` });
}

/** Of all its tasks together; `used` may count what is not written down yet. */
export function gangOver(
  state: State,
  gang: string | undefined,
  at: number,
  used: (usage: Usage) => Usage = (usage) => usage,
): Because | null {
  if (gang === undefined) return null;
  const budget = gangBudget(state, gang);
  const whose = { whose: "gang", gang };
  const over = overBudget(budget, used(gangUsage(state, gang)), whose);
  if (over !== null || budget.minutes === undefined) return over;
  const worked = gangWorkedMs(state, gang, at);
  if (worked < budget.minutes * MINUTE_MS) return null;
  return because("budget_exceeded", {
    limit: minuteText(budget.minutes),
    used: minuteText(Math.floor(worked / MINUTE_MS)),
    ...whose,
  });
}

function sum(one: Usage | undefined, other: Usage | undefined): Usage {
  return {
    tokens: (one?.tokens ?? 0) + (other?.tokens ?? 0),
    usd: (one?.usd ?? 0) + (other?.usd ?? 0),
  };
}
