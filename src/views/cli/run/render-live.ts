/** The live screen of `reeve run`: a frame is a pure function of view, time and size. Painting it is the terminal's work. */
import type { FleetView } from "../../../app/look/fleet-view.ts";
import { clip, countOf, durationOf } from "../../words.ts";
import { questionLine } from "../look/render-questions.ts";
import { accountLine, costLine, networkLine } from "../look/render-recovery.ts";
import { backoffLine, phaseText, runningLine } from "../look/render-status.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Never taller than the screen minus one line, so that it can be painted over. */
export function renderLive(view: FleetView, now: number, size: Size): string[] {
  const head = ["", bar(view, size.columns), summary(view, now).join(" · ")];
  const questions = view.questions.map((question) => `? ${questionLine(question)}`);
  const running = view.running.map((each) => `▸ ${runningLine(each, now)}`);
  const backoff = view.backoff.map((each) => `↻ ${backoffLine(each, now)}`);
  const limits = view.accounts.map((each) => `⏳ ${accountLine(each, now)}`);
  const network = view.network.map((each) => `⏳ ${networkLine(each, now)}`);
  const body = fit([...questions, ...limits, ...network, ...running, ...backoff], size.rows - head.length - 2);
  return [...head, ...body]
    .slice(0, Math.max(1, size.rows - 1))
    .map((line) => clip(line, Math.max(1, size.columns - 1)));
}

function summary(view: FleetView, now: number): string[] {
  return [phaseText(view), durationOf(now - view.run.openedAt), ...askedFor(view), costLine(view)];
}

function askedFor({ questions }: FleetView): string[] {
  return questions.length === 0 ? [] : [`${countOf(questions.length, "question")} for you: \`reeve questions\``];
}

function bar({ counts, total, run }: FleetView, columns: number): string {
  const width = Math.max(10, Math.min(40, columns - 40));
  const filled = total === 0 ? width : Math.floor((counts.done / total) * width);
  const waiting = counts.ready + counts.waiting;
  const rest = waiting === 0 ? "" : `, ${waiting} waiting`;
  return `${run.id} ${"█".repeat(filled)}${"░".repeat(width - filled)} ${counts.done}/${total} done${rest}`;
}

function fit(lines: string[], rows: number): string[] {
  if (lines.length <= rows) return lines;
  const shown = Math.max(0, rows - 1);
  return [...lines.slice(0, shown), `… and ${lines.length - shown} more`];
}
