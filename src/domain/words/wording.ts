/** Small pieces of wording that all sentences share: counts, durations, sizes, and text from outside made safe to print. */
import { displaySafe } from "./display-safe.ts";

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

/** 950 B · 12 kB · 3.4 MB · 1.2 GB */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let [size, unit] = [bytes / 1000, 0];
  for (; size >= 1000 && unit < units.length - 1; unit += 1) size /= 1000;
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

/** Text that came from outside, on one line, with nothing in it that a terminal would obey. */
export function plainText(text: string): string {
  return displaySafe(text)
    .replace(/\s*\n\s*/g, " ⏎ ")
    .replaceAll("\t", " ");
}

/** A sentence as a part of another one. */
export function withoutStop(text: string): string {
  return text.replace(/\.$/, "");
}

/** Of the evidence for a sentence, the lines that it does not hold already. */
export function untold(text: string, evidence: readonly string[]): readonly string[] {
  return evidence.filter((line) => !text.includes(withoutStop(line)));
}

/** A sentence that stands at the beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function pad(n: number): string {
  return `${n}`.padStart(2, "0");
}
