/** Keys, the same as in the terminal: lower case acts, g and a letter goes, arrows and j k move. None in a text field. */
import { signal } from "@preact/signals";
import { open, order } from "./key-orders.ts";
import { moveAcross, moveAlong } from "./moves.ts";
import { asking } from "./orders.ts";
import { toggleFold } from "./screens/fold.ts";
import { shownMarks } from "./screens/marks.ts";
import { chosen, go, live, lookAt, marked, moment, now, page, route, zoomed } from "./store.ts";

/** Which of the two small windows is open. */
export const helping = signal<"keys" | "go" | null>(null);

const GOES: Readonly<Record<string, string>> = {
  n: "needs",
  t: "time",
  b: "board",
  g: "graph",
  r: "tree",
  p: "patterns",
  m: "money",
  j: "journal",
  h: "history",
  d: "documents",
};

let isGoing = false;

export function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (asking.value !== null || helping.value !== null) {
    if (event.key === "Escape") leaveWindow();
    return;
  }
  if (isTyping(target)) {
    if (event.key === "Escape") target.blur();
    return;
  }
  const { key } = event;
  const known = isGoing ? goTo(key) : act(key, target);
  isGoing = !isGoing && key === "g";
  if (known) event.preventDefault();
}

function leaveWindow(): void {
  asking.value = null;
  helping.value = null;
}

/** In these, keys are words; a slider, a choice or a tick has only a few keys of its own. */
function isTyping(target: HTMLElement): boolean {
  if (!/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return false;
  return !["radio", "range", "checkbox"].includes((target as HTMLInputElement).type);
}

function goTo(key: string): boolean {
  const screen = GOES[key];
  if (screen !== undefined) go(screen);
  return screen !== undefined;
}

const KEYS: Readonly<Record<string, (target: HTMLElement) => boolean>> = {
  j: () => moveAlong(1),
  k: () => moveAlong(-1),
  ArrowDown: (target) => !isControl(target) && moveAlong(1),
  ArrowUp: (target) => !isControl(target) && moveAlong(-1),
  ArrowRight: (target) => !isControl(target) && sideways(1),
  ArrowLeft: (target) => !isControl(target) && sideways(-1),
  z: () => route.value.screen === "graph" && toggleFold(chosen.value ?? null),
  Z: () => route.value.screen === "graph" && toggleFold(null),
  " ": unfoldHere,
  "[": () => step(-1),
  "]": () => step(1),
  "0": toNow,
  "+": () => zoom(0.6),
  "-": () => zoom(1 / 0.6),
  "/": toFilter,
  "?": () => help("keys"),
  ":": () => help("go"),
  Escape: up,
  Enter: (target) => (target.closest("a, button, summary") ? false : open()),
};

function act(key: string, target: HTMLElement): boolean {
  return KEYS[key]?.(target) ?? order(key);
}

function toNow(): boolean {
  zoomed.value = null;
  marked.value = null;
  lookAt(null);
  return true;
}

function toFilter(): boolean {
  document.getElementById("filter")?.focus();
  return true;
}

function help(which: "keys" | "go"): boolean {
  helping.value = which;
  return true;
}

/** These have keys of their own. */
function isControl(target: HTMLElement): boolean {
  return ["range", "radio"].includes((target as HTMLInputElement).type);
}

/** On the time screen to the decision before or after; elsewhere to the next column. */
function sideways(by: number): boolean {
  const { screen } = route.value;
  if (screen !== "time") return ["board", "graph", "history"].includes(screen) && moveAcross(by);
  const task = chosen.value;
  const marks = task === undefined ? [] : shownMarks(page.value?.over.lines[task.id]);
  if (task === undefined || marks.length === 0) return false;
  const at = marks.findIndex(({ seq }) => seq === marked.value?.seq);
  const next = marks[at < 0 ? (by > 0 ? 0 : marks.length - 1) : Math.max(0, Math.min(marks.length - 1, at + by))];
  if (next !== undefined) marked.value = { task: task.id, seq: next.seq, at: next.at };
  return true;
}

/** Evidence of the step under the cursor. */
function unfoldHere(target: HTMLElement): boolean {
  if (target.closest("button, summary, input, a")) return false;
  const details = target.closest("[data-row]")?.querySelector("details") ?? null;
  if (details !== null) details.open = !details.open;
  return details !== null;
}

/** One up: what has opened this, whatever was looked at before. */
function up(): boolean {
  const { screen, task } = route.value;
  if (["diff", "log", "prompt"].includes(screen)) go("task", { task });
  else if (screen === "task") go("board");
  else if (screen !== "needs") go("needs");
  return true;
}

function step(by: number): boolean {
  lookAt((moment.value ?? live.value?.over.seq ?? 0) + by);
  return true;
}

function zoom(factor: number): boolean {
  const over = page.value?.over;
  if (route.value.screen !== "time" || over === undefined) return false;
  const all = { from: over.from, to: now.value };
  const { from, to } = zoomed.value ?? all;
  const [mid, half] = [(from + to) / 2, ((to - from) / 2) * factor];
  zoomed.value = half * 2 >= all.to - all.from ? null : { from: mid - half, to: mid + half };
  return true;
}
