/** The view of a run as lines of text: what runs, what waits and on what, what needs you, what it cost. */

import type { FleetView } from "../../../app/look/fleet-view.ts";
import type { PersonInput } from "../../../engine/input.ts";
import { violationText } from "../../../engine/violation/words.ts";
import { becauseSentence } from "../../../engine/wording/because-words.ts";
import { isRed, redLines } from "../../red-words.ts";
import { headline } from "../../run-headline.ts";
import { clip, countOf, durationOf, plainText, withoutStop } from "../../words.ts";
import { monitorLines } from "./monitor-lines.ts";
import { moveText } from "./move-text.ts";
import { renderNeeds } from "./render-needs.ts";
import {
  accountLine,
  analysisLines,
  costLine,
  networkLine,
  patternLines,
  recommendationLines,
} from "./render-recovery.ts";

export interface StatusExtras {
  readonly now: number;
  /** Who works on the run right now, or null. */
  readonly holder: string | null;
  /** Orders that wait for a Reeve to take them. */
  readonly orders: readonly PersonInput[];
  /** Its work is in the branch it began from. Absent: nobody has looked. */
  readonly landed?: boolean;
}

export function renderStatus(view: FleetView, extras: StatusExtras): string[] {
  return [
    ...headline(view, extras),
    ...renderNeeds(view, { ...extras, isWorked: extras.holder !== null, isLanded: extras.landed === true }),
    ...section(
      "Running",
      view.running.map((each) => runningLine(each, extras.now)),
    ),
    ...section(
      "Restarting",
      view.backoff.map((each) => backoffLine(each, extras.now)),
    ),
    ...section("Being proved", view.proving.map(waitingLine)),
    ...section("Waiting", [...view.waiting.map(waitingLine), ...more(view.waitingMore)]),
    ...section("One cause behind several failures", view.patterns.flatMap(patternLines)),
    ...section(
      "Limits",
      view.accounts.map((each) => accountLine(each, extras.now)),
    ),
    ...section(
      "Network",
      view.network.map((each) => networkLine(each, extras.now)),
    ),
    ...section("Monitors", monitorLines(view.monitors, extras.now)),
    ...section("Machine", machineLines(view)),
    ...section("Latest analysis", analysisLines(view, extras.now)),
    ...section("Recommended", recommendationLines(view)),
    ...section("Ended without being done", view.ended.map(endedLine)),
    ...section("Violations", view.violations.slice(-VIOLATIONS_MAX).map(violationText)),
    "",
    ...integrationLines(view, extras.landed === true),
    ...unprovedLines(view),
    `Cost: ${costLine(view)}`,
    ...whatNext(view),
  ];
}

/** Of a run that has ended it says nothing: no agent of it waits for room. */
function machineLines({ room, run }: FleetView): string[] {
  if (room === null || run.phase === "ended") return [];
  return [`This machine has room for ${countOf(room.agents, "agent")} of this run: ${room.left}.`];
}

/** Of a halted run: what must happen before it is opened again. */
function whatNext({ run, questions }: FleetView): string[] {
  if (run.phase !== "halted") return [];
  const asked = questions.find(({ kind }) => kind === "halt");
  if (asked?.because.rule === "braked") return ["Next: `reeve release`, then `reeve run`."];
  if (asked) return [`Next: answer ${asked.id}, then \`reeve run\`.`];
  if (run.because?.rule === "budget_exceeded") return [spentNext(`${run.because.facts["whose"] ?? "run"}`)];
  return ["Next: `reeve run` resumes it."];
}

function spentNext(whose: string): string {
  if (whose === "machine") return "Next: `reeve cap --usd N --today`, then `reeve run`; or wait until tomorrow.";
  const later = whose === "day" ? "; or wait until tomorrow" : "";
  return `Next: \`reeve grant ${whose}\`, or raise \`budgets\` in reeve.yaml; then \`reeve run\`${later}.`;
}

function runningLine(each: FleetView["running"][number], now: number): string {
  const badge = each.restarts > 0 && each.role !== "drone" ? ` ↻${each.restarts}` : "";
  const phase = each.phase === "working" ? "" : `, ${each.phase}`;
  const activity =
    each.activity === null ? "" : ` · ${clip(plainText(each.activity), 60)} (${durationOf(now - each.activityAt)} ago)`;
  return `${each.task}${badge}  ${each.agent} for ${durationOf(now - each.startedAt)}${phase}${activity}`;
}

function backoffLine(each: FleetView["backoff"][number], now: number): string {
  const message = each.because?.facts["message"];
  const why = message === undefined ? "" : `, after: ${withoutStop(plainText(`${message}`))}`;
  const wait = each.at <= now ? "now" : `in ${durationOf(each.at - now)}`;
  return clip(`${each.task} ↻${each.restarts}  restarts ${wait}${why}`, 160);
}

const VIOLATIONS_MAX = 3;

/** Where the merged work is, once there is some. */
function integrationLines(view: FleetView, isLanded: boolean): string[] {
  const { integration, counts } = view;
  if (integration === null || counts.done === 0) return [];
  const merged = `Merged: ${countOf(counts.done, "task")} in ${integration.branch}`;
  if (isRed(view)) return [`${merged} (red)`, ...redLines(view)];
  if (isLanded)
    return [`${merged} (green), and landed${integration.base.branch === null ? "" : ` in ${integration.base.branch}`}`];
  return [`${merged} (green); \`reeve review\` shows the work`];
}

const UNPROVED_MAX = 5;

function unprovedLines({ unproved, total }: FleetView): string[] {
  if (unproved.length === 0) return [];
  const more = unproved.length > UNPROVED_MAX ? ` and ${unproved.length - UNPROVED_MAX} more` : "";
  const who = unproved.length === total ? "no task" : `${unproved.slice(0, UNPROVED_MAX).join(", ")}${more}`;
  const has =
    unproved.length === total ? "has a quality gate" : `${unproved.length === 1 ? "has" : "have"} no quality gate`;
  return [`Warning: ${who} ${has}; only Reeve's built-in checks look at that work (\`gates\` in reeve.yaml)`];
}

function waitingLine({ task, move, because }: FleetView["waiting"][number]): string {
  const line = `${task}  ${moveText(move)}`;
  return because === undefined ? line : clip(`${line}: ${plainText(becauseSentence(because))}`, WIDTH_MAX);
}

/** Beside the two columns by which a section is indented. */
const WIDTH_MAX = 78;

function endedLine({ task, status, because }: FleetView["ended"][number]): string {
  return `${task}  ${status.replace("_", " ")}${because === null ? "" : `: ${plainText(becauseSentence(because))}`}`;
}

function more(count: number): string[] {
  return count === 0 ? [] : [`… and ${count} more`];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}
