/** Keys that only move: the cursor, the pane, the moment, the zoom. */

import { underCursor } from "../screens/screen.ts";
import type { Watched } from "../screens/watched.ts";
import { activePane, type Pane } from "./panes.ts";
import { keyOfPlace, type Ui } from "./ui.ts";

/** Null: it is another kind of key. */
export function moveCursor(ui: Ui, name: string, panes: readonly [Pane, ...Pane[]], watched: Watched): Ui | null {
  const by = STEPS[name];
  const pane = activePane(panes);
  if (by !== undefined)
    return stepped(ui, pane, by === "page" ? pane.height - 3 : by === "back" ? 3 - pane.height : by);
  const isTime = pane.place.screen === "time";
  switch (name) {
    case "tab":
      return { ...ui, pane: nextPane(panes) };
    case "[":
      return atMoment(ui, watched, -1);
    case "]":
      return atMoment(ui, watched, 1);
    case "left":
      return isTime ? byTime(ui, watched, -1) : ui;
    case "right":
      return isTime ? byTime(ui, watched, 1) : ui;
    case "0":
      return { ...ui, moment: null };
    case "+":
    case "=":
      return isTime ? { ...ui, zoom: Math.min(64, ui.zoom * 2) } : null;
    case "-":
      return isTime ? { ...ui, zoom: Math.max(1, ui.zoom / 2) } : null;
    default:
      return null;
  }
}

const FAR = 1_000_000;
const STEPS: Readonly<Record<string, number | "page" | "back">> = {
  j: 1,
  down: 1,
  k: -1,
  up: -1,
  "page-down": "page",
  "ctrl-f": "page",
  "page-up": "back",
  "ctrl-b": "back",
  home: -FAR,
  end: FAR,
  G: FAR,
};

function stepped(ui: Ui, { view, cursor, place }: Pane, by: number): Ui {
  const able = view.blocks.filter(({ id }) => id !== undefined);
  const current = underCursor(view, cursor);
  const at = current === undefined ? 0 : able.indexOf(current);
  const next = able[Math.max(0, Math.min(able.length - 1, at + by))];
  if (next?.id === undefined) return ui;
  const cursors = { ...ui.cursors, [keyOfPlace(place)]: next.id };
  // At the end of what is followed the cursor lets go, and stays there.
  if (view.follows && next === able.at(-1)) delete cursors[keyOfPlace(place)];
  return { ...ui, cursors };
}

function nextPane(panes: readonly [Pane, ...Pane[]]): Ui["pane"] {
  const at = panes.findIndex(({ isActive }) => isActive);
  return panes[(at + 1) % panes.length]?.name ?? "list";
}

/** One record back or forward; past the newest one is now. */
function atMoment(ui: Ui, { history, isPast }: Watched, by: 1 | -1): Ui {
  if (!isPast && by === 1) return ui;
  const seq = history.seq + by;
  return { ...ui, moment: Math.max(1, seq) };
}

const STEPS_OF_RUN = 60;

/** To the record that is about a sixtieth of the run away. */
function byTime(ui: Ui, { history, isPast, now }: Watched, by: 1 | -1): Ui {
  const times = history.times;
  const step = Math.max(1, (now - history.from) / STEPS_OF_RUN);
  if (!isPast && by === 1) return ui;
  const wanted = (isPast ? now : history.to) + by * step;
  const at = by < 0 ? times.findLastIndex((time) => time <= wanted) : times.findIndex((time) => time >= wanted);
  const seq = at < 0 ? history.seq + by : at + 1;
  return { ...ui, moment: Math.max(1, seq) };
}
