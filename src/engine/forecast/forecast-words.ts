/** A forecast in one sentence, for people. */
import type { Forecast, Spread } from "./forecast.ts";

/** Without a full stop: "12 to 14 tasks, 40 min to 1 h 5 min, $3.20 to $5.10 (…)". */
export function forecastText({ tasks, isGrowthKnown, minutes, usd, unknown, samples }: Forecast): string {
  const count = `${ranged(tasks, (value) => `${Math.round(value)}`)} task${tasks.p90 === 1 ? "" : "s"}`;
  const growth = isGrowthKnown ? "" : " and however many are added";
  const time = minutes ? ranged(minutes, minutesText) : `time unknown${whose(unknown.minutes)}`;
  const money = usd ? ranged(usd, dollarsText) : `money unknown${whose(unknown.usd)}`;
  const known = minutes || usd;
  const note = known ? ` (median to 90 %, from ${samples} task${samples === 1 ? "" : "s"} of earlier runs)` : "";
  return `${count}${growth}, ${time}, ${money}${note}`;
}

function whose(agents: readonly string[]): string {
  return agents.length === 0 ? "" : ` for ${agents.join(", ")}`;
}

function ranged({ p50, p90 }: Spread, text: (value: number) => string): string {
  const [from, to] = [text(p50), text(p90)];
  return from === to ? from : `${from} to ${to}`;
}

function minutesText(minutes: number): string {
  if (minutes < 1) return `${Math.max(1, Math.round(minutes * 60))} s`;
  const whole = Math.round(minutes);
  const rest = whole % 60;
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h${rest === 0 ? "" : ` ${rest} min`}`;
}

function dollarsText(usd: number): string {
  return usd > 0 && usd < 0.01 ? "less than $0.01" : `$${usd.toFixed(2)}`;
}
