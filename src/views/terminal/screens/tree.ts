/** Tree: supervisors with their strategy and the restarts they have used of those allowed; below, what that means for the row under the cursor. */
import type { TaskView } from "../../../app/look/parts/task-view.ts";
import type { TreeView } from "../../../app/look/parts/tree-view.ts";
import { capital } from "../../../domain/words/wording.ts";
import { becauseSentence } from "../../../engine/wording/because-words.ts";
import { moveText } from "../../cli/look/move-text.ts";
import { plainText, wrap } from "../../words.ts";
import { dim, EMPTY, type Line, span, spread } from "../paint/line.ts";
import { ageText } from "../paint/short-times.ts";
import { screenHead } from "./run-head.ts";
import { type Block, type ScreenView, section, underCursor } from "./screen.ts";
import { taskSign } from "./signs.ts";
import { untilWords } from "./waits.ts";
import { taskIn, type Watched } from "./watched.ts";

export function treeScreen(watched: Watched, width: number, cursor: string | undefined): ScreenView {
  const head = screenHead(watched, "Tree", [dim("restarts used of allowed, in their window")], width);
  const { tree } = watched.view;
  const blocks = tree === null ? [] : nodeBlocks(watched, tree, "", "", width);
  const rest = tree === null ? [nothing(watched)] : [outside(watched, width)];
  const view = { head: [head, EMPTY], blocks: [...blocks, ...rest] };
  return { ...view, foot: explanation(watched, view, cursor, width) };
}

function nothing({ view }: Watched): Block {
  const why = view.run.phase === "ended" ? "the run has ended" : "no Reeve works on the run";
  return { lines: [[span(`  No tree is planted: ${why}.`)]] };
}

/** `before`: what stands left of it; `below`: what stands left of its children. */
function nodeBlocks(watched: Watched, node: TreeView, before: string, below: string, width: number): Block[] {
  const only = onlyWorker(node);
  const own = rowOf(watched, node, only, before, width);
  if (only !== null) return [own];
  const last = node.children.at(-1);
  return [
    own,
    ...node.children.flatMap((child) => {
      const isLast = child === last;
      return nodeBlocks(watched, child, `${below}${isLast ? "└ " : "├ "}`, `${below}${isLast ? "  " : "│ "}`, width);
    }),
  ];
}

/** The small supervisor of one task is one row with it. */
function onlyWorker({ children }: TreeView): TreeView | null {
  const [first, ...others] = children;
  return first !== undefined && others.length === 0 && first.kind === "worker" ? first : null;
}

function rowOf(watched: Watched, node: TreeView, only: TreeView | null, before: string, width: number): Block {
  const task = taskIn(watched, (only ?? node).name) ?? taskIn(watched, node.name);
  const line: Line = [span(" "), dim(before), ...(task ? taskSpans(watched, task) : nodeSpans(node))];
  return { id: node.path, lines: [spread(line, limitSpans(node), width)], ...(task && { task: task.id }) };
}

function nodeSpans({ name, supervisor, state }: TreeView): Line {
  const strategy = supervisor === null ? (state === "running" ? "" : state) : supervisor.strategy;
  return [span(name.padEnd(18)), dim(strategy)];
}

function taskSpans({ now }: Watched, task: TaskView): Line {
  const when = task.until === null ? ageText(now - task.since) : untilWords(task.until, now);
  return [taskSign(task), span(` ${task.id.padEnd(16)} `), dim(`${task.agent}  ${when}`)];
}

function limitSpans({ supervisor }: TreeView): Line {
  if (supervisor === null) return [];
  const { restarts, allowed, withinS } = supervisor;
  const text = `${restarts} of ${allowed} in ${withinS % 60 === 0 ? `${withinS / 60} min` : `${withinS} s`}`.padEnd(18);
  return restarts === 0 ? [dim(text)] : [span(text, "backoff")];
}

/** Tasks that are in no tree at the moment. */
function outside({ view }: Watched, width: number): Block {
  const words: readonly (readonly [TaskView["state"], string])[] = [
    ["waiting", "waiting"],
    ["question", "asking you"],
    ["failed", "given up"],
    ["proving", "being proved"],
    ["merging", "being merged"],
    ["limit", "at a limit"],
    ["done", "done"],
    ["skipped", "skipped"],
  ];
  const parts = words.flatMap(([state, word]) => {
    const count = view.tasks.filter((task) => task.state === state).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return { lines: [spread([dim(parts.length === 0 ? "" : `   not in the tree: ${parts.join(", ")}`)], [], width)] };
}

function explanation(watched: Watched, view: ScreenView, cursor: string | undefined, width: number): Line[] {
  const current = underCursor(view, cursor);
  const task = taskIn(watched, current?.task);
  if (task === undefined) return [];
  const why = task.because === null ? "" : `${capital(plainText(becauseSentence(task.because)))}.`;
  const next = `${task.id} ${moveText(task.move, watched.now)}.`;
  const rows = wrap(`${why} ${next}`.trim(), width - 2).slice(0, 3);
  return [section(task.id, width), ...rows.map((row): Line => [span(` ${row}`)]), [dim(` $ reeve why ${task.id}`)]];
}
