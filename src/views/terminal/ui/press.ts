/**
 * What a key does: another place, another cursor, a line that is typed, or a wish that somebody else fulfils. Pure: the same
 * key on the same screens does the same. Nothing is ordered without one confirmation, and nothing at all in a past moment.
 */
import { CUT_REASONS, type CutReason, isVoid } from "../../../domain/work/cut.ts";
import type { Act } from "../../model/act.ts";
import type { Watched } from "../screens/watched.ts";
import { optionOf } from "../task/task-question.ts";
import type { Key } from "../tty/keys.ts";
import { actFor, rowOf } from "./acts-for.ts";
import { type Entry, entryFor, typed } from "./entry.ts";
import { moveCursor } from "./move-cursor.ts";
import { currentBlock, meantBlock, type Pane } from "./panes.ts";
import { goBack, goTo, placeOf, type ScreenName, type Ui } from "./ui.ts";

export type Wish =
  | { readonly do: "order"; readonly act: Act; readonly said: string; readonly reason?: CutReason }
  | { readonly do: "leave" | "interrupt" }
  | { readonly do: "open"; readonly task: string }
  | { readonly do: "show_run"; readonly run: string };

export interface Pressed {
  readonly ui: Ui;
  readonly wish?: Wish;
}

type Panes = readonly [Pane, ...Pane[]];

export function press(ui: Ui, key: Key, watched: Watched, panes: Panes): Pressed {
  if (key.name === "ctrl-c") return { ui: { ...ui, entry: null }, wish: { do: "interrupt" } };
  const heard = { ...ui, message: null };
  if (ui.entry !== null) return inEntry(heard, ui.entry, key, watched);
  if (ui.isGoing) return { ui: afterG({ ...heard, isGoing: false }, key) };
  const moved = moveCursor(heard, key.name, panes, watched);
  return moved === null ? order(heard, key, watched, panes) : { ui: moved };
}

const GOES: Readonly<Record<string, ScreenName>> = { n: "now", r: "tree", t: "time", m: "money", h: "runs" };

function afterG(ui: Ui, { name }: Key): Ui {
  const screen = GOES[name];
  if (name === "g") return { ...ui, cursors: {} };
  return screen === undefined ? say(ui, "g, then n Now, r Tree, t Time, m Money, h Runs") : goTo(ui, { screen });
}

function order(ui: Ui, key: Key, watched: Watched, panes: Panes): Pressed {
  const block = currentBlock(panes);
  const task = block?.task ?? placeOf(ui).task;
  switch (key.name) {
    case "q":
      return { ui, wish: { do: "leave" } };
    case "?":
      return { ui: placeOf(ui).screen === "help" ? goBack(ui) : goTo(ui, { screen: "help" }) };
    case "escape":
      return { ui: goBack(ui) };
    case "g":
      return { ui: { ...ui, isGoing: true } };
    case "/":
      return { ui: { ...ui, entry: entryFor({ for: "filter" }, ui.filter) } };
    case ":":
      return { ui: { ...ui, entry: entryFor({ for: "go" }) } };
    case "z":
      return { ui: { ...ui, isUnfolded: !ui.isUnfolded } };
    case "space":
      return { ui: block?.id === undefined ? ui : { ...ui, open: toggled(ui.open, block.id) } };
    case "e":
      return { ui: task === undefined ? say(ui, "No task is under the cursor.") : goTo(ui, { screen: "task", task }) };
    case "l":
    case "f":
      return { ui: task === undefined ? say(ui, "No task is under the cursor.") : goTo(ui, { screen: "log", task }) };
    case "d":
      return { ui: task === undefined ? say(ui, "No task is under the cursor.") : goTo(ui, { screen: "diff", task }) };
    case "enter": {
      const option = optionOf(block?.id ?? "");
      return option === undefined ? entered(ui, panes, task, watched) : ordered(ui, option, watched, panes);
    }
    default:
      return ordered(ui, key.name, watched, panes);
  }
}

function entered(ui: Ui, panes: Panes, task: string | undefined, watched: Watched): Pressed {
  const id = currentBlock(panes)?.id ?? "";
  const place = placeOf(ui);
  if (id.startsWith("run:")) return { ui, wish: { do: "show_run", run: id.slice("run:".length) } };
  if (id.startsWith("more:")) return { ui: { ...ui, isUnfolded: true } };
  if (place.screen === "task" && id !== "") {
    if (id.startsWith("attempt:") && task !== undefined) return { ui: goTo(ui, { screen: "log", task }) };
    return { ui: { ...ui, open: toggled(ui.open, id) } };
  }
  if (place.screen === "log" && id !== "") return { ui: { ...ui, open: toggled(ui.open, id) } };
  if (task !== undefined) return { ui: goTo(ui, { screen: "task", task }) };
  const isRow = place.screen === "now" && watched.rows.some((row) => row.id === id);
  return { ui: isRow ? goTo(ui, { screen: "task", row: id }) : ui };
}

function ordered(ui: Ui, name: string, watched: Watched, panes: Panes): Pressed {
  const block = meantBlock(ui, panes);
  const row = rowOf(block, watched);
  const option = /^[1-9]$/.test(name) ? row?.options[Number(name) - 1] : undefined;
  const meant = actFor(option === undefined ? name : "a", block, watched);
  if (meant === null) return { ui };
  if (typeof meant === "string") return { ui: say(ui, meant) };
  if (watched.isPast) return { ui: say(ui, "This moment is past; 0 goes back to now, where orders are taken.") };
  const { order: ordersOf } = meant.act;
  const reason = ordersOf?.type === "cut" ? { reason: ordersOf.reason ?? "spinning" } : {};
  return { ui: { ...ui, entry: entryFor({ for: "act", ...meant, ...reason }, option ?? "") } };
}

function inEntry(ui: Ui, entry: Entry, key: Key, watched: Watched): Pressed {
  const { purpose, text } = entry;
  if (key.name === "escape") return { ui: { ...ui, entry: null, ...(purpose.for === "filter" && { filter: "" }) } };
  if (key.name === "enter") return finished({ ...ui, entry: null }, entry, watched);
  if (key.name === "tab" && purpose.for === "act" && purpose.reason !== undefined) {
    const next = CUT_REASONS[(CUT_REASONS.indexOf(purpose.reason) + 1) % CUT_REASONS.length] ?? purpose.reason;
    return { ui: { ...ui, entry: { ...entry, purpose: { ...purpose, reason: next } } } };
  }
  // An act that needs no words takes none.
  if (purpose.for === "act" && purpose.act.asks === null) return { ui };
  const changed = typed(entry, key);
  if (changed === null) return { ui };
  if (purpose.for === "filter" && key.name === "backspace" && text === "") return { ui: { ...ui, entry: null } };
  return { ui: { ...ui, entry: changed, ...(purpose.for === "filter" && { filter: changed.text }) } };
}

/** Null: it may go without words. Otherwise its line stays open, with what to type. */
function missingWords({ asks, order: wanted }: Act, reason: CutReason | undefined): string | null {
  if (wanted?.type === "cut")
    return isVoid(reason) ? "Type what is wrong first, so that the next attempt does better." : null;
  switch (asks) {
    case "answer":
      return "Type your answer first.";
    case "text":
      return "Type what its agent should know first.";
    case "usd":
      return "Type a number above 0 first.";
    default:
      return null;
  }
}

function finished(ui: Ui, entry: Entry, watched: Watched): Pressed {
  const { purpose, text } = entry;
  if (purpose.for === "filter") return { ui: { ...ui, filter: text } };
  if (purpose.for === "go") return { ui: went(ui, text.trim(), watched) };
  const { act, reason } = purpose;
  const unsaid = text.trim() === "" ? missingWords(act, reason) : null;
  if (unsaid !== null) return { ui: say({ ...ui, entry }, unsaid) };
  if (act.order?.type === "open") return { ui, wish: { do: "open", task: act.order.task } };
  return { ui, wish: { do: "order", act, said: text, ...(reason !== undefined && { reason }) } };
}

const SCREENS: readonly ScreenName[] = ["now", "tree", "time", "money", "runs", "help"];

const OF_TASK: Readonly<Record<string, ScreenName>> = { log: "log", logs: "log", diff: "diff" };

/** `:time`, `:task prices`, `:log prices`, `:diff prices`, `:prices`; the beginning of a name is enough where it is the only one. */
function went(ui: Ui, text: string, { view }: Watched): Ui {
  const [first = "", second] = text.split(/\s+/);
  if (first === "") return ui;
  const screen =
    SCREENS.find((name) => name.startsWith(first) && first.length > 1) ?? SCREENS.find((name) => name === first);
  if (screen !== undefined && second === undefined && !view.tasks.some(({ id }) => id === first))
    return goTo(ui, { screen });
  const kind = second === undefined ? "task" : (OF_TASK[first] ?? "task");
  const wanted = second ?? first;
  const exact = view.tasks.find(({ id }) => id === wanted);
  const near = view.tasks.filter(({ id }) => id.startsWith(wanted));
  const task = exact ?? (near.length === 1 ? near[0] : undefined);
  if (task !== undefined) return goTo(ui, { screen: kind, task: task.id });
  return say(
    ui,
    near.length > 1 ? `${near.length} tasks begin with ${wanted}.` : `There is no screen and no task ${wanted}.`,
  );
}

function say(ui: Ui, text: string): Ui {
  return { ...ui, message: { text, tone: "backoff" } };
}

function toggled(open: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const changed = new Set(open);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}
