/** Log: what an agent did, one row per deed, the newest last; long output is folded, the lines of a failure are not. */
import { deedLines } from "../log/deed-lines.ts";
import { dim, type Line, span } from "../paint/line.ts";
import { ageText } from "../paint/short-times.ts";
import { matches } from "./now.ts";
import { screenHead } from "./run-head.ts";
import type { Block, ScreenView } from "./screen.ts";
import { taskIn, type Watched } from "./watched.ts";

export interface LogOptions {
  readonly width: number;
  readonly task: string | undefined;
  readonly open: ReadonlySet<string>;
  readonly filter: string;
}

export function logScreen(watched: Watched, { width, task, open, filter }: LogOptions): ScreenView {
  const { log, now } = watched;
  const attempt = log?.attempt ?? task ?? "";
  const live = taskIn(watched, task)?.at ?? null;
  const state: Line =
    log?.isLive && live !== null
      ? [dim(`${ageText(now - live.startedAt)}  `), span("● follows", "working")]
      : [dim("ended")];
  const head = screenHead(watched, attempt, state, width);
  const blocks = (log?.deeds ?? []).map((deed): Block => {
    const id = `deed:${deed.index}`;
    const lines = deedLines(deed, { width: width - 1, isOpen: open.has(id), now });
    return { id, lines: lines.map((line) => [span(" "), ...line]) };
  });
  const dropped: Block[] =
    (log?.dropped ?? 0) > 0
      ? [{ lines: [[dim(`   ${log?.dropped} earlier; reeve logs ${task ?? ""} shows all`)]] }]
      : [];
  const found = blocks.filter((block) => matches(block, filter));
  const nothing: Block[] =
    found.length > 0 ? [] : [{ lines: [[dim(log === null ? "  being read" : "  It has printed nothing yet.")]] }];
  return {
    head: [head],
    blocks: [...dropped, ...found, ...nothing],
    foot: [[dim(` $ reeve logs ${task ?? ""} --follow`)]],
    follows: true,
  };
}
