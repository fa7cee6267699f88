/** The bottom line: what the keys do here. */
import { route } from "../store.ts";

type Hint = readonly [string, string];

const MOVE: Hint = ["j k", "move"];
const COMMON: readonly Hint[] = [
  ["/", "filter"],
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

const HINTS: Readonly<Record<string, readonly Hint[]>> = {
  needs: [MOVE, ["Enter", "open"], ...ACTS],
  board: [
    MOVE,
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
    ["← →", "moment"],
    ["+ −", "zoom"],
    ["0", "now"],
    ["Enter", "open"],
    ["e", "why"],
  ],
  graph: [MOVE, ["Enter", "open"], ["z", "unfold"], ["a", "answer"], ["e", "why"]],
  task: [
    ["d", "diff"],
    ["l", "log"],
    ["i", "prompt"],
    ["t", "tell"],
    ["r", "retry"],
    ["Esc", "back"],
  ],
  log: [
    ["d", "diff"],
    ["i", "prompt"],
    ["e", "why"],
    ["Esc", "back"],
  ],
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
  const hints = [...(HINTS[route.value.screen] ?? [MOVE]), ...COMMON];
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
