/** Small pieces of wording shared by all views: counts, durations, money, and text from agents made safe to print. */
import type { Usage } from "../domain/outcome.ts";

export function countOf(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/** 950 ms · 12 s · 3 min 05 s · 2 h 14 min */
export function durationOf(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  const s = Math.round(ms / 1000);
  if (s < 60) return `${s} s`;
  const min = Math.floor(s / 60);
  if (min < 60) return `${min} min ${pad(s % 60)} s`;
  return `${Math.floor(min / 60)} h ${pad(min % 60)} min`;
}

export function usageOf(usage: Usage): string {
  if (usage.tokens === 0 && !usage.usd) return "";
  const tokens = `${usage.tokens.toLocaleString("en-US")} tokens`;
  return usage.usd === undefined ? `${tokens}, price unknown` : `${tokens}, $${usage.usd.toFixed(2)}`;
}

const ESCAPES = /\p{Cc}\[[0-9;?]*[ -/]*[@-~]|\p{Cc}\][^\p{Cc}]*(?:\p{Cc}\\?)?/gu;

/** Text that came from outside, on one line, with nothing in it that a terminal would obey. */
export function plainText(text: string): string {
  const oneLine = text.replace(/\s*\n\s*/g, " ⏎ ").replaceAll("\t", " ");
  return oneLine.replace(ESCAPES, "").replace(/[\p{Cc}\p{Cf}]/gu, "");
}

/** A sentence as a part of another one. */
export function withoutStop(text: string): string {
  return text.replace(/\.$/, "");
}

export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

function pad(n: number): string {
  return `${n}`.padStart(2, "0");
}
