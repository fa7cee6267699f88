/**
 * A text within a bound: its beginning and its end stay, at whole lines where that is possible, and in between it is said
 * how much was left out. Pure.
 */

/** Below this there is no room for a word about what was left out. */
const BOUND_MIN = 200;
const NOTICE_LENGTH_MAX = 90;
/** The beginning tells what it is about, the end how it ended. */
const HEAD_SHARE = 0.6;

export interface Cut {
  readonly text: string;
  /** Characters left out; 0: nothing. */
  readonly leftOut: number;
}

/** Never longer than `lengthMax`, which is at least `BOUND_MIN`. */
export function cutMiddle(text: string, lengthMax: number): Cut {
  const bound = Math.max(lengthMax, BOUND_MIN);
  if (text.length <= bound) return { text, leftOut: 0 };
  const room = bound - NOTICE_LENGTH_MAX;
  const headRoom = Math.floor(room * HEAD_SHARE);
  const head = headOf(text, headRoom);
  const tail = tailOf(text, room - headRoom);
  const middle = text.slice(head.length, text.length - tail.length);
  const lines = middle.split("\n").length - 1;
  const amount = `${middle.length} characters${lines > 0 ? ` on ${lines + 1} lines` : ""}`;
  const before = head === "" || head.endsWith("\n") ? "" : "\n";
  return { text: `${head}${before}[… ${amount} left out here …]\n${tail}`, leftOut: middle.length };
}

/** Up to the last line end, unless that would give away more than half of it. */
function headOf(text: string, room: number): string {
  const most = wellFormed(text.slice(0, room), "end");
  const lineEnd = most.lastIndexOf("\n") + 1;
  return lineEnd > most.length / 2 ? most.slice(0, lineEnd) : most;
}

function tailOf(text: string, room: number): string {
  const most = wellFormed(text.slice(text.length - room), "start");
  const lineStart = most.indexOf("\n") + 1;
  return lineStart > 0 && lineStart < most.length / 2 ? most.slice(lineStart) : most;
}

/** Not half a character at the place of the cut. */
function wellFormed(text: string, at: "start" | "end"): string {
  if (at === "end") return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
  return /^[\udc00-\udfff]/.test(text) ? text.slice(1) : text;
}
