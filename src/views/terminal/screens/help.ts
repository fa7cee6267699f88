/** Every key, by what it is for. */
import { bold, cell, dim, EMPTY, type Line, span } from "../paint/line.ts";
import type { ScreenView } from "./screen.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["j k ↑ ↓", "move; Page Up, Page Down, Home and End as well"],
  ["Enter", "open what is under the cursor"],
  ["Esc", "back"],
  ["Tab", "the next pane, where several are shown"],
  ["", ""],
  ["a", "answer; 1 to 9 choose one of the options"],
  ["e", "why: the task with every decision about it"],
  ["l", "its log"],
  ["d", "its diff: what it changes, line by line"],
  ["t", "tell its agent something"],
  ["r", "retry it"],
  ["s", "skip it"],
  ["x", "cut: end the attempt at work"],
  ["o", "open its worktree: your shell, with the task held for you"],
  ["y n", "approve or refuse a change of the plan"],
  ["m", "grant it more money"],
  ["K", "acknowledge a question: you know of it"],
  ["p", "pause the run, or end the pause"],
  ["b", "brake: stop everything now; or release the brake"],
  ["", ""],
  ["g n r t m h", "go to Now, Tree, Time, Money, Runs"],
  [": name", "go: a screen, or a task by its name"],
  ["/", "filter; Esc takes it away"],
  ["z Space", "unfold; show all evidence"],
  ["[ ] 0", "one record back, forward; now. + − zoom in Time"],
  ["?", "this help"],
  ["q", "leave the view; the work stays as it is"],
  ["Ctrl-C", "in reeve run: stop the work. In reeve watch: leave"],
];

export function helpScreen(): ScreenView {
  const lines = KEYS.map(
    ([keys, what]): Line => (keys === "" ? EMPTY : [span(" "), { ...cell(keys, 14), weight: "bold" }, span(what)]),
  );
  return {
    head: [[span(" "), bold("Keys"), dim("   every action shows the command that does the same")], EMPTY],
    blocks: lines.map((line, n) => ({ id: `key:${n}`, lines: [line] })),
  };
}
