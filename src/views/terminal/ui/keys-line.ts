/** The last row: what keys do here, as many as fit, the most useful first. */
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

/** The same row in frame after frame is made once. */
export function keysLine(screen: ScreenName, width: number, isOwn: boolean): Line {
  if (last === null || last.screen !== screen || last.width !== width || last.isOwn !== isOwn)
    last = { screen, width, isOwn, line: madeLine(screen, width, isOwn) };
  return last.line;
}

let last: {
  readonly screen: ScreenName;
  readonly width: number;
  readonly isOwn: boolean;
  readonly line: Line;
} | null = null;

function madeLine(screen: ScreenName, width: number, isOwn: boolean): Line {
  const all = [...KEYS[screen], ...(isOwn && screen === "now" ? ([["Ctrl-C", "stop"]] as const) : [])];
  let line: Line = [span(" ")];
  for (const [key, does] of all) {
    const more: Line = [bold(key), span(` ${does}  `)];
    if (lineWidth(line) + lineWidth(more) + 2 > width) break;
    line = [...line, ...more];
  }
  return [...line, bold("?")];
}
