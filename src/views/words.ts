/** Small pieces of wording shared by all views: counts, durations, sizes, and text from agents made safe to print. */
import { displaySafe } from "../domain/display-safe.ts";

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

/** So many columns of a terminal: letters of East Asia and pictures take two, marks on a letter none. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmentsOf(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** One column each; with the signs that Reeve itself uses. */
const PLAIN = /^[ -~·↻…—]*$/;

/** Made when it is first needed: that alone takes longer than all else that `status` prints. */
function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

let segmenter: Intl.Segmenter | undefined;
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

export function clip(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let left = width - 1;
  for (const { segment } of segmentsOf(text)) {
    left -= widthOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

function pad(n: number): string {
  return `${n}`.padStart(2, "0");
}
