/** The last row: what keys do here, as many as fit, the most useful first: what only the row under the cursor can be done to. */
import type { Act } from "../../model/act.ts";
import { bold, type Line, lineWidth, span } from "../paint/line.ts";
import type { ScreenName } from "./ui.ts";

type Keys = readonly (readonly [key: string, does: string])[];

const ACTS: Keys = [
  ["a", "answer"],
  ["e", "why"],
  ["l", "log"],
  ["t", "tell"],
  ["r", "retry"],
  ["p", "pause"],
  ["b", "brake"],
];
const GO: Keys = [
  ["/", "filter"],
  [":", "go"],
];
const BACK: Keys = [["Esc", "back"]];

const KEYS: Readonly<Record<ScreenName, Keys>> = {
  now: [...ACTS, ...GO, ["x", "cut"], ["o", "open"], ["s", "skip"], ["g", "screens"], ["z", "unfold"], ["q", "leave"]],
  tree: [
    ["j k", "move"],
    ["Enter", "task"],
    ["e", "why"],
    ["r", "retry"],
    ["s", "skip"],
    ["x", "cut"],
    ...BACK,
    ["b", "brake"],
  ],
  task: [
    ["Space", "evidence"],
    ["d", "diff"],
    ["l", "log"],
    ["o", "open"],
    ["a", "answer"],
    ["t", "tell"],
    ["r", "retry"],
    ["x", "cut"],
    ...BACK,
    ["s", "skip"],
  ],
  diff: [["j k", "move"], ["Page Down", "further"], ["/", "filter"], ["l", "log"], ["o", "open"], ...BACK],
  log: [["j k", "move"], ["Space", "unfold"], ["/", "search"], ["t", "tell"], ["x", "cut"], ["o", "open"], ...BACK],
  time: [
    ["← →", "moment"],
    ["j k", "task"],
    ["+ −", "zoom"],
    ["Enter", "task"],
    ["0", "now"],
    ["z", "unfold"],
    ...BACK,
  ],
  money: [["j k", "move"], ["Enter", "task"], ["m", "grant"], ["p", "pause"], ["b", "brake"], ...BACK],
  runs: [["j k", "run"], ["Enter", "show it"], ["/", "filter"], ...BACK],
  help: [...BACK, ["q", "leave"]],
};

/** The same row in frame after frame is made once. `acts`: of the row under the cursor. */
export function keysLine(screen: ScreenName, width: number, isOwn: boolean, acts: readonly Act[] = []): Line {
  const all = [...special(screen, acts), ...KEYS[screen], ...(isOwn && screen === "now" ? STOP : [])];
  const name = `${width} ${all.join()}`;
  if (last?.name !== name) last = { name, line: madeLine(all, width) };
  return last.line;
}

const STOP: Keys = [["Ctrl-C", "stop"]];

let last: { readonly name: string; readonly line: Line } | null = null;

/** What the keys of the screen do not say: a proposal is approved, a brake is released. That it was seen is said by the help. */
function special(screen: ScreenName, acts: readonly Act[]): Keys {
  if (screen !== "now" && screen !== "task") return [];
  const known = new Set(KEYS[screen].map(([key, does]) => `${key} ${does}`));
  return acts
    .filter(({ key, order }) => key !== "" && key !== "K" && order !== null)
    .map(({ key, verb }) => [key, verb.toLowerCase()] as const)
    .filter(([key, does]) => !known.has(`${key} ${does}`));
}

function madeLine(all: Keys, width: number): Line {
  let line: Line = [span(" ")];
  const told = new Set<string>();
  for (const [key, does] of all) {
    const more: Line = [bold(key), span(` ${does}  `)];
    if (told.has(key)) continue;
    if (lineWidth(line) + lineWidth(more) + 2 > width) break;
    told.add(key);
    line = [...line, ...more];
  }
  return [...line, bold("?")];
}
