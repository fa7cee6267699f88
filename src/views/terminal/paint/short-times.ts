/** Times as narrow as lists need them: `40s`, `6m`, `1h14`, `3d`, and the time of day. Money beside them. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours}h${`${minutes % 60}`.padStart(2, "0")}`;
  return `${Math.floor(hours / 24)}d`;
}

/** In the zone of whoever looks. */
export function clockMinutes(at: number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes()].map((n) => `${n}`.padStart(2, "0")).join(":");
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

export function dayAndClock(at: number): string {
  return `${DAYS[new Date(at).getDay()] ?? ""} ${clockMinutes(at)}`;
}

export function moneyText(usd: number): string {
  return usd >= 1_000 ? `$${Math.round(usd)}` : `$${usd.toFixed(2)}`;
}

/** A budget is a round number most of the time. */
export function budgetMoney(usd: number): string {
  return Number.isInteger(usd) ? `$${usd}` : moneyText(usd);
}
