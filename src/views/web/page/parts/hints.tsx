/** The bottom line: what the keys do here. */
import { route } from "../store.ts";

type Hint = readonly [string, string];

const MOVE: Hint = ["j k", "move"];
const FILTER: Hint = ["/", "filter"];
const FILTERED: ReadonlySet<string> = new Set(["board", "time", "graph", "journal"]);
const COMMON: readonly Hint[] = [
  [":", "go"],
  ["?", "keys"],
];
const ACTS: readonly Hint[] = [
  ["a", "answer"],
  ["e", "why"],
  ["l", "log"],
  ["t", "tell"],
  ["r", "retry"],
  ["p", "pause"],
  ["b", "brake"],
];

const TEXT: readonly Hint[] = [
  ["d", "diff"],
  ["l", "log"],
  ["i", "prompt"],
  ["e", "why"],
  ["Esc", "back"],
];

const HINTS: Readonly<Record<string, readonly Hint[]>> = {
  needs: [MOVE, ["Enter", "open"], ...ACTS],
  board: [
    ["j k ← →", "move"],
    ["Enter", "open"],
    ["a", "answer"],
    ["t", "tell"],
    ["r", "retry"],
    ["s", "skip"],
    ["e", "why"],
    ["l", "log"],
  ],
  time: [
    ["j k", "task"],
    ["← →", "decision before, after"],
    ["+ −", "zoom"],
    ["0", "now"],
    ["Enter", "open"],
    ["e", "why"],
  ],
  graph: [
    ["j k ← →", "move"],
    ["Enter", "open"],
    ["z", "fold, unfold"],
    ["Z", "fold all"],
    ["a", "answer"],
    ["e", "why"],
  ],
  task: [
    ["j k", "decision"],
    ["Space", "fold evidence"],
    ["d", "diff"],
    ["l", "log"],
    ["i", "prompt"],
    ["t", "tell"],
    ["r", "retry"],
    ["Esc", "back"],
  ],
  log: TEXT,
  diff: TEXT,
  prompt: TEXT,
  tree: [MOVE, ["Enter", "open task"]],
  journal: [MOVE, ["Enter", "show that moment"]],
  documents: [["j k", "document"]],
  patterns: [
    ["j k", "cause"],
    ["Enter", "open task"],
    ["r", "retry"],
    ["t", "tell"],
    ["s", "skip"],
  ],
  money: [
    ["j k", "task"],
    ["Enter", "open"],
    ["p", "pause"],
    ["b", "brake"],
  ],
  history: [
    ["j k", "run"],
    ["Enter", "open"],
  ],
};

export function Hints() {
  const { screen } = route.value;
  const hints = [...(HINTS[screen] ?? [MOVE]), ...(FILTERED.has(screen) ? [FILTER] : []), ...COMMON];
  return (
    <p class="hints">
      {hints.map(([keys, what]) => (
        <span key={keys}>
          <kbd>{keys}</kbd>
          {what}
        </span>
      ))}
      <span class="end">Buttons show the command that does the same</span>
    </p>
  );
}
