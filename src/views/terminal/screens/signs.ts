/** The sign and the meaning of each state, the same on all screens. */
import { TASK_STATES, type TaskState, type TaskView } from "../../../app/look/parts/task-view.ts";
import type { AttentionRow } from "../../model/attention.ts";
import { type Span, span, type Tone } from "../paint/line.ts";

export interface Sign {
  readonly sign: string;
  readonly tone: Tone;
}

const SIGNS: Readonly<Record<TaskState, Sign>> = {
  failed: { sign: "!", tone: "failed" },
  question: { sign: "?", tone: "question" },
  working: { sign: "●", tone: "working" },
  proving: { sign: "◇", tone: "proving" },
  merging: { sign: "»", tone: "merging" },
  backoff: { sign: "↻", tone: "backoff" },
  limit: { sign: "◔", tone: "limit" },
  waiting: { sign: "·", tone: "waiting" },
  skipped: { sign: "-", tone: "waiting" },
  done: { sign: "✓", tone: "done" },
};

export function signOf(state: TaskState): Span {
  const { sign, tone } = SIGNS[state];
  return span(sign, tone);
}

/** One at work that has been quiet and is healthy all the same looks a little different. */
export function taskSign({ state, at }: TaskView): Span {
  return state === "working" && at !== null && at.grade !== "healthy" ? span("◐", "working") : signOf(state);
}

const ROW_SIGNS: Readonly<Record<AttentionRow["state"], Sign>> = {
  braked: { sign: "■", tone: "braked" },
  question: { sign: "?", tone: "question" },
  failed: { sign: "!", tone: "failed" },
  warned: { sign: "△", tone: "backoff" },
  review: { sign: "✓", tone: "done" },
};

export function rowSign({ state }: AttentionRow): Span {
  const { sign, tone } = ROW_SIGNS[state];
  return span(sign, tone);
}

const TALLY_MAX = 60;

/** One sign per task in the order of attention; of many a bar, as long as `width`. */
export function tally(tasks: readonly TaskView[], width: number): Span[] {
  const counts = TASK_STATES.map((state) => ({ state, count: tasks.filter((task) => task.state === state).length }));
  const shown = counts.filter(({ count }) => count > 0);
  if (tasks.length <= Math.min(TALLY_MAX, width))
    return shown.map(({ state, count }) => span(SIGNS[state].sign.repeat(count), SIGNS[state].tone));
  return bar(shown, width);
}

/** Whoever is there is seen, however few: shares are rounded, and nobody gets nothing. */
function bar(shown: readonly { readonly state: TaskState; readonly count: number }[], width: number): Span[] {
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  const labels = shown.map(({ state, count }) => ({ state, text: `${SIGNS[state].sign}${count} ` }));
  const taken = labels.reduce((sum, { text }) => sum + text.length, 0);
  const room = Math.max(0, Math.min(TALLY_MAX, width) - taken);
  return shown.flatMap(({ state, count }, n) => [
    span(SIGNS[state].sign.repeat(Math.round((count / total) * room)), SIGNS[state].tone),
    span(labels[n]?.text ?? "", SIGNS[state].tone),
  ]);
}
