/**
 * All that a screen shows of one run at one moment, as one value of plain JSON: the view, what needs a person, what comes
 * next by itself, and the run over time. The same for the terminal, the web and a replay. Pure; it looks and decides nothing.
 */
import { type FleetView, projectFleet } from "../../app/look/fleet-view.ts";
import type { Replay } from "../../app/look/history/replay-run.ts";
import type {
  AttemptView,
  LimitBand,
  Mark,
  MoneyPoint,
  RunHistory,
  Spender,
  TaskHistory,
} from "../../app/look/history/run-history.ts";
import { type Around, type AttentionRow, attention } from "./attention.ts";
import { type Forecast, forecastOf } from "./forecast.ts";
import { type Next, nextMoves } from "./next.ts";

export interface RunPage {
  readonly view: FleetView;
  readonly needs: readonly AttentionRow[];
  readonly next: readonly Next[];
  readonly over: RunOver;
}

/** The run over time. */
export interface RunOver {
  readonly seq: number;
  readonly from: number;
  readonly to: number;
  readonly lines: Readonly<Record<string, TaskLine>>;
  readonly limits: readonly LimitBand[];
  readonly money: readonly MoneyPoint[];
  readonly spent: readonly Spender[];
  readonly burn: Burn;
  readonly forecast: Forecast | null;
  /** How much was written when: for the slider. */
  readonly ticks: readonly Tick[];
}

/** How fast money goes: on average over the last five minutes, as the rule about it counts. */
export interface Burn {
  readonly usdPerMinute: number;
  /** `budgets.usd_per_minute`; null: none is set. */
  readonly limit: number | null;
}

export interface TaskLine extends Pick<TaskHistory, "spans"> {
  readonly marks: readonly Mark[];
  readonly attempts: readonly AttemptView[];
}

export interface Tick {
  readonly at: number;
  readonly count: number;
  /** The last record of it. */
  readonly seq: number;
}

export function runPage({ state, history }: Replay, now: number, around: Around = {}): RunPage {
  const view = projectFleet(state, Number.POSITIVE_INFINITY);
  return {
    view,
    needs: attention(view, now, around),
    next: nextMoves(view, now),
    over: { ...overOf(history, view, now), burn: burnOf(history, state.settings.caps?.usdPerMinute ?? null, now) },
  };
}

const POINTS_MAX = 240;
const TICKS = 70;

const BURN_MINUTES = 5;

function burnOf({ money }: RunHistory, limit: number | null, now: number): Burn {
  const before = money.findLast(({ at }) => at <= now - BURN_MINUTES * 60_000)?.usd ?? 0;
  return { usdPerMinute: Math.max(0, (money.at(-1)?.usd ?? 0) - before) / BURN_MINUTES, limit };
}

function overOf(history: RunHistory, view: FleetView, now: number): Omit<RunOver, "burn"> {
  const { seq, from, to, tasks, limits, money, spent } = history;
  return {
    seq,
    from,
    to,
    lines: Object.fromEntries([...tasks].map(([id, { spans, marks, attempts }]) => [id, { spans, marks, attempts }])),
    limits,
    money: thinned(money, POINTS_MAX),
    spent: [...spent.values()].sort((a, b) => b.usd - a.usd),
    forecast: forecastOf(view, history, now),
    ticks: ticksOf(history),
  };
}

/** Every so many, and always the last. */
function thinned<T>(points: readonly T[], max: number): readonly T[] {
  if (points.length <= max) return points;
  const every = Math.ceil(points.length / max);
  return points.filter((_, index) => index % every === 0 || index === points.length - 1);
}

/** Buckets of equal time between the first record and the last. */
function ticksOf({ times, from, to }: RunHistory): readonly Tick[] {
  const step = Math.max(1, (to - from) / TICKS);
  const ticks = new Map<number, { count: number; seq: number }>();
  times.forEach((at, index) => {
    const bucket = Math.min(TICKS, Math.floor((at - from) / step));
    const known = ticks.get(bucket);
    ticks.set(bucket, { count: (known?.count ?? 0) + 1, seq: index + 1 });
  });
  return [...ticks].map(([bucket, { count, seq }]) => ({ at: from + bucket * step, count, seq }));
}
