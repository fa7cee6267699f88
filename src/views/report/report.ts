/**
 * The morning report as data: for someone who slept, what is merged and proved, what needs a decision and what waiting for it costs,
 * what to look at first, what failed and what was decided, and the money. Markdown and HTML say the same. Pure: it looks at what it
 * is given and words it; it decides nothing.
 */
import type { FleetView } from "../../app/look/fleet-view.ts";
import { TASK_STATES, type TaskState } from "../../app/look/parts/task-view.ts";
import type { ReportMatter } from "../../app/look/read-report.ts";
import { attention } from "../model/attention.ts";
import { forecastOf, meanWorkMs, usdLeft } from "../model/forecast.ts";
import { calmText } from "../model/next.ts";
import { countOf, durationOf, plainText } from "../words.ts";
import { type Decision, decisionOf } from "./decisions.ts";
import { type Failed, failedRows } from "./failed-rows.ts";
import { type FirstLook, firstLooks } from "./first-looks.ts";
import { type GivenUp, givenUpRows } from "./given-up.ts";
import { type MergedRow, mergedRows } from "./merged-rows.ts";
import { type Money, moneyOf } from "./money.ts";
import { type Night, nightOf } from "./night.ts";

export interface Report {
  readonly run: string;
  readonly project: string;
  readonly title: string;
  readonly at: number;
  readonly headline: readonly string[];
  /** How it stands, in a few sentences. */
  readonly lede: string;
  /** What to do with the rest of it. */
  readonly next: string;
  /** A cell a task, in the order of attention. */
  readonly tally: readonly TaskState[];
  readonly figures: readonly { readonly value: string; readonly label: string }[];
  readonly decide: readonly Decision[];
  readonly first: readonly FirstLook[];
  readonly night: Night;
  readonly merged: readonly MergedRow[];
  readonly givenUp: readonly GivenUp[];
  readonly failed: readonly Failed[];
  readonly money: Money;
  /** What advisors would have people change. */
  readonly recommended: readonly string[];
  /** The newest record it is made from. */
  readonly seq: number;
}

export type Clock = (at: number) => string;

export function reportOf(matter: ReportMatter, now: number, clock: Clock): Report {
  const { project, view, history, isWorked, isLanded } = matter;
  const rows = attention(view, now, { isWorked, isLanded });
  const tally = view.tasks.map(({ state }) => state);
  const money = moneyOf(view, history);
  const each = { ms: meanWorkMs(view, history, now), usdLeft: usdLeft(view) };
  return {
    run: view.run.id,
    project: plainText(project),
    title: plainText(view.run.title),
    at: now,
    headline: headlineOf(view, rows.length, new Set(rows.flatMap(({ held, tasks }) => [...held, ...tasks])).size),
    lede: ledeOf(matter, clock),
    next: rows.length === 0 ? calmText(view, now, clock) : "Read the next section; the rest can wait.",
    tally: tally.toSorted((a, b) => TASK_STATES.indexOf(a) - TASK_STATES.indexOf(b)),
    figures: [
      { value: `${view.counts.done}`, label: "merged and proved" },
      { value: `${rows.length}`, label: rows.length === 1 ? "needs you" : "need you" },
      { value: money.total, label: money.budget ?? "no budget in dollars" },
      lastFigure(matter, now, clock),
    ],
    decide: rows.map((row) => decisionOf(row, clock, each)),
    first: firstLooks(view, history),
    // A run that nobody works on has no more to show than it had then.
    night: nightOf(view, history, matter.isWorked ? now : view.heardAt),
    merged: mergedRows(view, history),
    givenUp: givenUpRows(view, history, now),
    failed: failedRows(view, history, clock),
    money,
    recommended: view.recommendations.map(({ text }) => plainText(text)),
    seq: history.seq,
  };
}

/** How long it took; while it is worked on, when it will end. */
function lastFigure({ view, history, isWorked }: ReportMatter, now: number, clock: Clock): Report["figures"][number] {
  const ahead = isWorked ? forecastOf(view, history, now) : null;
  if (ahead !== null) return { value: `about ${clock(ahead.at)}`, label: "end, as it goes" };
  const took = durationOf((view.run.endedAt ?? now) - view.run.createdAt);
  return { value: took, label: view.run.endedAt ? "in all" : "so far" };
}

function headlineOf({ counts, total, run }: FleetView, rows: number, held: number): readonly string[] {
  const all = counts.done === total;
  const done = all
    ? `${total === 1 ? "The one task is" : `All ${total} tasks are`} done.`
    : `${counts.done} of ${countOf(total, "task")} ${counts.done === 1 ? "is" : "are"} done.`;
  if (rows === 0) return [done, run.phase === "ended" ? "Nothing is left to decide." : "Nothing needs you."];
  const frees = held === 0 ? "" : ` ${rows === 1 ? "It holds" : "They hold"} ${countOf(held, "task")}.`;
  return [done, `${rows === 1 ? "One thing needs" : `${rows} things need`} you.${frees}`];
}

function ledeOf({ view, isWorked, isLanded }: ReportMatter, clock: Clock): string {
  const { run, counts } = view;
  const moving = counts.working + counts.verifying + counts.integrating;
  const work = run.endedAt
    ? `It ended at ${clock(run.endedAt)}.`
    : !isWorked
      ? "No Reeve is working on it; `reeve run` resumes it."
      : moving === 0
        ? "Nothing is at work."
        : `${countOf(moving, "task")} ${moving === 1 ? "is" : "are"} being worked on.`;
  return [`${plainText(run.title)}, since ${clock(run.createdAt)}.`, work, wholeText(view, isLanded)].join(" ");
}

function wholeText({ integration, counts }: FleetView, isLanded: boolean): string {
  if (integration === null) return "It works in your folder, without a branch.";
  const { check, branch, base } = integration;
  if (check === "red") return `What is merged on ${branch} fails its gates.`;
  if (isLanded)
    return `All that is merged passed its gates, and it has landed${base.branch === null ? "" : ` in ${base.branch}`}.`;
  const merged = counts.done === 0 ? "Nothing is merged yet" : "All that is merged passed its gates";
  return `${merged}, and your checkout is untouched.`;
}
