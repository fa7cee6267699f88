/**
 * What a person has done to the screens so far: where they are, where the cursor is, what is filtered, unfolded, typed. A
 * value that keys change (`press.ts`) and from which everything is drawn (`compose.ts`).
 */
import type { Tone } from "../paint/line.ts";
import type { Entry } from "./entry.ts";

export type ScreenName = "now" | "tree" | "task" | "log" | "diff" | "time" | "money" | "runs" | "help";

export interface Place {
  readonly screen: ScreenName;
  readonly task?: string;
  /** On Task: what needs somebody and is of no task. */
  readonly row?: string;
}

export type PaneName = "list" | "task" | "time";

export interface Ui {
  /** The last one is shown; Esc goes back to the one before. */
  readonly places: readonly [Place, ...Place[]];
  /** Under which block the cursor is, by place. */
  readonly cursors: Readonly<Record<string, string>>;
  /** Where evidence is shown or hidden against what is usual. */
  readonly open: ReadonlySet<string>;
  readonly isUnfolded: boolean;
  readonly filter: string;
  readonly zoom: number;
  readonly pane: PaneName;
  /** What is being typed; null: keys are orders. */
  readonly entry: Entry | null;
  /** `g` was pressed. */
  readonly isGoing: boolean;
  readonly message: { readonly text: string; readonly tone: Tone } | null;
  /** The record that is shown; null: the newest. */
  readonly moment: number | null;
}

export const FIRST_UI: Ui = {
  places: [{ screen: "now" }],
  cursors: {},
  open: new Set(),
  isUnfolded: false,
  filter: "",
  zoom: 1,
  pane: "list",
  entry: null,
  isGoing: false,
  message: null,
  moment: null,
};

export function placeOf({ places }: Ui): Place {
  return places.at(-1) ?? places[0];
}

export function keyOfPlace({ screen, task, row }: Place): string {
  return [screen, task, row].filter((part) => part !== undefined).join(" ");
}

export function goTo(ui: Ui, place: Place): Ui {
  const isSame = keyOfPlace(placeOf(ui)) === keyOfPlace(place);
  if (isSame) return { ...ui, isGoing: false, pane: "list" };
  const places = place.screen === "now" ? ([place] as const) : ([...ui.places, place] as Ui["places"]);
  return {
    ...ui,
    places: places.slice(-PLACES_MAX) as unknown as Ui["places"],
    filter: "",
    isGoing: false,
    pane: "list",
  };
}

/** Nobody goes back further. */
const PLACES_MAX = 20;

export function goBack(ui: Ui): Ui {
  if (ui.filter !== "") return { ...ui, filter: "" };
  if (ui.pane !== "list") return { ...ui, pane: "list" };
  const rest = ui.places.slice(0, -1);
  const [first, ...others] = rest;
  return first === undefined ? ui : { ...ui, places: [first, ...others] };
}
