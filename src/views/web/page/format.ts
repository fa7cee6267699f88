/** Numbers and times as the page says them: aligned, with units; ages in lists, clock times in trails. */
export function clock(at: number): string {
  const time = new Date(at);
  return `${two(time.getHours())}:${two(time.getMinutes())}`;
}

const SHORT_MS = 600_000;

/** With seconds, where all of what is told takes less than a few minutes. */
export function clockIn(at: number, from: number, to: number): string {
  return to - from > SHORT_MS ? clock(at) : `${clock(at)}:${two(new Date(at).getSeconds())}`;
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** 14:05, and of another day Thu 22:40. */
export function when(at: number, now: number): string {
  const same = new Date(at).toDateString() === new Date(now).toDateString();
  return same ? clock(at) : `${DAYS[new Date(at).getDay()]} ${clock(at)}`;
}

/** 40 s · 6 min · 1 h 14 · 3 days */
export function span(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1_000));
  if (s < 60) return `${s} s`;
  const min = Math.floor(s / 60);
  if (min < 60) return `${min} min`;
  if (min < 60 * 48) return `${Math.floor(min / 60)} h ${two(min % 60)}`;
  return `${Math.floor(min / 1_440)} days`;
}

export function usd(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

interface Spent {
  readonly usd: number | null;
  readonly usdKnown: number;
  readonly estimated?: true;
}

/** $1.20 · about $1.20 · at least $1.20 · price unknown: where a price is not known, nothing is made up. */
export function spent({ usd: all, usdKnown, estimated }: Spent): string {
  const about = estimated ? "about " : "";
  if (all !== null) return `${about}${usd(usdKnown)}`;
  return usdKnown >= 0.005 ? `at least ${about}${usd(usdKnown)}` : "price unknown";
}

/** $20, and $12.50 where it has cents. */
export function budget(amount: number): string {
  return Number.isInteger(amount) ? `$${amount}` : usd(amount);
}

export function tokens(count: number): string {
  if (count < 1_000) return `${count}`;
  return count < 1_000_000 ? `${Math.round(count / 1_000)} k` : `${(count / 1_000_000).toFixed(1)} M`;
}

export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

export function short(commit: string): string {
  return commit.slice(0, 8);
}

function two(n: number): string {
  return `${n}`.padStart(2, "0");
}
