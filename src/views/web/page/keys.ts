/** Keys, the same as in the terminal: lower case acts, g and a letter goes, arrows and j k move. None in a text field. */
import { signal } from "@preact/signals";
import { acts } from "../../model/act.ts";
import { taskActs } from "../../model/task-acts.ts";
import { asking, perform } from "./orders.ts";
import { matching } from "./parts/filter.tsx";
import { shownNeeds } from "./screens/needs.tsx";
import { cursor, go, live, lookAt, moment, now, page, place, route, zoomed } from "./store.ts";
import type { Act } from "./types.ts";

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
  if (event.ctrlKey || event.metaKey || event.altKey || asking.value !== null || helping.value !== null) return;
  if (isTyping(target)) {
    if (event.key === "Escape") target.blur();
    return;
  }
  const { key } = event;
  const known = isGoing ? goTo(key) : (act(key, target) ?? false);
  isGoing = !isGoing && key === "g";
  if (known) event.preventDefault();
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

function act(key: string, target: HTMLElement): boolean | undefined {
  switch (key) {
    case "j":
    case "k":
      return move(key === "j" ? 1 : -1);
    case "ArrowDown":
    case "ArrowUp":
      return (target as HTMLInputElement).type === "range" ? false : move(key === "ArrowDown" ? 1 : -1);
    case "[":
    case "]":
      return step(key === "]" ? 1 : -1);
    case "0":
      zoomed.value = null;
      lookAt(null);
      return true;
    case "+":
    case "-":
      return zoom(key === "+" ? 0.6 : 1 / 0.6);
    case "/":
      document.getElementById("filter")?.focus();
      return true;
    case "?":
      helping.value = "keys";
      return true;
    case ":":
      helping.value = "go";
      return true;
    case "Escape":
      history.back();
      return true;
    case "Enter":
      return target.closest("a, button, [role=button]") ? false : open();
    default:
      return order(key);
  }
}

function ids(): readonly string[] {
  const { screen } = route.value;
  if (screen === "needs") return shownNeeds().map(({ row }) => row.id);
  if (screen === "patterns") return page.value?.view.patterns.map(({ id }) => id) ?? [];
  return matching(page.value?.view.tasks ?? []).map(({ id }) => id);
}

function move(by: number): boolean {
  const all = ids();
  const at = all.indexOf(cursor.value ?? "");
  const next = all[Math.max(0, Math.min(all.length - 1, at < 0 ? 0 : at + by))];
  if (next === undefined) return false;
  cursor.value = next;
  requestAnimationFrame(() =>
    document.querySelector(".need.on, .card.on, .donelist .on")?.scrollIntoView({ block: "nearest" }),
  );
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

function open(): boolean {
  const { screen } = route.value;
  const need = screen === "needs" ? shownNeeds().find(({ row }) => row.id === cursor.value) : undefined;
  const task = need === undefined ? cursor.value : need.row.tasks[0];
  if (task == null) return false;
  go("task", { task, ...(need && { project: need.project, run: need.run }) });
  return true;
}

/** What the key does about what is under the cursor, else about the run. */
function order(key: string): boolean {
  const { screen, task: id } = route.value;
  if (screen === "needs") {
    const needs = shownNeeds();
    const need = needs.find(({ row }) => row.id === cursor.value) ?? needs[0];
    if (key === "a" && need?.row.question) return clickAnswer();
    const found = need?.row.acts.find((each) => each.key === key);
    if (need && found) return done(found, need);
  }
  if (screen === "task" || screen === "log" || screen === "diff" || screen === "prompt") {
    const tab = { d: "diff", l: "log", i: "prompt", e: "task" }[key];
    if (tab !== undefined) {
      go(tab, { task: id });
      return true;
    }
  }
  const tasks = page.value?.view.tasks ?? [];
  const fix = page.value?.view.patterns.find((each) => each.id === cursor.value)?.fix;
  const task = tasks.find((each) => each.id === (id || fix || cursor.value));
  const own = task === undefined ? undefined : taskActs(task, page.value?.needs ?? []).find((each) => each.key === key);
  const ofRun = runActs().find((each) => each.key === key);
  const found = own ?? ofRun;
  return found === undefined ? false : done(found, place.value);
}

function clickAnswer(): boolean {
  document.querySelector<HTMLButtonElement>(".need.on [data-key=a]")?.click();
  return true;
}

function runActs(): readonly Act[] {
  const phase = page.value?.view.run.phase;
  if (phase === "halted") return [acts.release()];
  return phase === "paused" ? [acts.resume(), acts.brake()] : phase === "working" ? [acts.pause(), acts.brake()] : [];
}

function done(found: Act, at: { project: string; run: string }): boolean {
  perform(found, at);
  return true;
}
