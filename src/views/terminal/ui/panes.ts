/**
 * Which screens are shown at this size, where, and which of them the keys mean. One at 80×24; beside a list the task under
 * its cursor from 120 columns on; from 160×45 on also the run over time.
 */

import { diffScreen } from "../diff/diff-screen.ts";
import type { Size } from "../paint/painter.ts";
import { helpScreen } from "../screens/help.ts";
import { logScreen } from "../screens/log.ts";
import { moneyScreen } from "../screens/money.ts";
import { nowScreen } from "../screens/now.ts";
import { runsScreen } from "../screens/runs.ts";
import { type Block, type ScreenView, underCursor } from "../screens/screen.ts";
import { timeScreen } from "../screens/time.ts";
import { treeScreen } from "../screens/tree.ts";
import type { Watched } from "../screens/watched.ts";
import { taskScreen } from "../task/task-screen.ts";
import { keyOfPlace, type PaneName, type Place, placeOf, type Ui } from "./ui.ts";

export interface Pane {
  readonly name: PaneName;
  readonly place: Place;
  readonly view: ScreenView;
  readonly cursor: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly isActive: boolean;
}

const WIDE_COLUMNS = 120;
const LARGE = { columns: 160, rows: 45 } as const;
const LISTS: readonly Place["screen"][] = ["now", "tree", "money", "time"];

/** Whether the task under the cursor stands beside the list. */
export function hasTaskBeside(ui: Ui, { columns }: Size): boolean {
  return columns >= WIDE_COLUMNS && LISTS.includes(placeOf(ui).screen);
}

/** `size`: what is left beside the keys. The first pane is the list. */
export function panesOf(ui: Ui, watched: Watched, project: string, size: Size): readonly [Pane, ...Pane[]] {
  const place = placeOf(ui);
  const isBeside = hasTaskBeside(ui, size);
  const isLarge = isBeside && place.screen === "now" && size.columns >= LARGE.columns && size.rows >= LARGE.rows - 2;
  const width = isBeside ? Math.floor(size.columns * (isLarge ? 0.5 : 0.6)) - 1 : size.columns;
  const below = isLarge ? Math.max(12, Math.floor(size.rows * 0.5)) : 0;
  const height = size.rows - below;
  const pane = (name: PaneName, at: Place, wide: number, high: number, row?: string): Pane => {
    const cursor = ui.cursors[keyOfPlace(at)];
    const view = viewOf(ui, watched, project, at, { columns: wide, rows: high, name, row });
    const hasPane = name === "list" || isBeside;
    return {
      name,
      place: at,
      view,
      cursor,
      width: wide,
      height: high,
      isActive: hasPane && activeName(ui, isBeside, isLarge) === name,
    };
  };
  // A blank stays between a list and the line beside it.
  const list = pane("list", place, isBeside ? width - 1 : width, height);
  if (!isBeside) return [list];
  const { task, id: row } = underCursor(list.view, list.cursor) ?? {};
  const at: Place = { screen: "task", ...(task !== undefined && { task }) };
  const right = pane("task", at, size.columns - width - 1, height, row);
  return isLarge ? [list, right, pane("time", { screen: "time" }, size.columns, below)] : [list, right];
}

function activeName({ pane }: Ui, isBeside: boolean, isLarge: boolean): PaneName {
  if (!isBeside || (pane === "time" && !isLarge)) return "list";
  return pane;
}

export function activePane(panes: readonly [Pane, ...Pane[]]): Pane {
  return panes.find(({ isActive }) => isActive) ?? panes[0];
}

export function currentBlock(panes: readonly [Pane, ...Pane[]]): Block | undefined {
  const { view, cursor } = activePane(panes);
  return underCursor(view, cursor);
}

/** What an order is about: on the screen of a task, all that is under the cursor is of that task. */
export function meantBlock(ui: Ui, panes: readonly [Pane, ...Pane[]]): Block | undefined {
  const { task } = placeOf(ui);
  const current = currentBlock(panes);
  return current?.task === undefined && task !== undefined ? { lines: [], ...current, task } : current;
}

interface Room extends Size {
  readonly name: PaneName;
  /** Under the cursor of the list beside it. */
  readonly row: string | undefined;
}

function viewOf(
  ui: Ui,
  watched: Watched,
  project: string,
  place: Place,
  { columns: width, rows, name, row = place.row }: Room,
): ScreenView {
  const { screen, task } = place;
  const { isUnfolded, filter, open } = ui;
  const cursor = ui.cursors[keyOfPlace(place)];
  switch (screen) {
    case "now":
      return nowScreen(watched, { width, height: rows, isUnfolded, filter });
    case "tree":
      return treeScreen(watched, width, cursor);
    case "task":
      return taskScreen(watched, { width, task, open, row, isPane: name === "task" });
    case "log":
      return logScreen(watched, { width, task, open, filter });
    case "diff":
      return diffScreen(watched, { width, task, filter });
    case "time":
      return timeScreen(watched, { width, zoom: ui.zoom, filter, isUnfolded, isPane: name === "time" });
    case "money":
      return moneyScreen(watched, width, filter);
    case "runs":
      return runsScreen(watched, project, width, filter);
    case "help":
      return helpScreen();
    default:
      return screen satisfies never;
  }
}
