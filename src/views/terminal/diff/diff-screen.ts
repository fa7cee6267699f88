/** Diff: what the work of a task changes, line by line, as it was last looked at by its gates. */
import { dim, type Line, span } from "../paint/line.ts";
import { matches } from "../screens/now.ts";
import { screenHead } from "../screens/run-head.ts";
import type { Block, ScreenView } from "../screens/screen.ts";
import type { Watched } from "../screens/watched.ts";

export interface DiffOptions {
  readonly width: number;
  readonly task: string | undefined;
  readonly filter: string;
}

export function diffScreen(watched: Watched, { width, task = "", filter }: DiffOptions): ScreenView {
  const { diff } = watched;
  const shown = typeof diff === "string" || diff === null ? null : diff;
  const counts: Line =
    shown === null
      ? []
      : [
          span(`${shown.files} ${shown.files === 1 ? "file" : "files"} `),
          span(`+${shown.added}`, "done"),
          span(` −${shown.removed}`, "failed"),
        ];
  const blocks = (shown?.lines ?? []).map((line, n): Block => ({ id: `line:${n}`, lines: [line], task }));
  const found = blocks.filter((block) => matches(block, filter));
  const more = shown !== null && shown.more > 0 ? [said(`${shown.more} more lines`)] : [];
  const nothing = found.length > 0 ? [] : [said(diff === null ? "being read" : wordsFor(diff, filter))];
  return {
    head: [screenHead(watched, `${task} › diff`, counts, width)],
    blocks: [...found, ...more, ...nothing],
    foot: [[dim(` $ reeve review --task ${task} --diff`)]],
  };
}

function wordsFor(diff: NonNullable<Watched["diff"]>, filter: string): string {
  if (typeof diff === "string") return diff;
  return filter === "" ? "It changes no file." : `No line has ${filter}.`;
}

function said(text: string): Block {
  return { lines: [[dim(`  ${text}`)]] };
}
