/** The view of a run as lines of text: what runs, what waits and on what, what needs you, what it cost. */
import type { Move } from "../../engine/moves.ts";
import { becauseSentence } from "../../engine/sentences.ts";
import { questionText } from "../narrate-work.ts";
import type { FleetView } from "../project.ts";
import { clip, countOf, durationOf, plainText, usageOf } from "../words.ts";

export interface StatusExtras {
  readonly now: number;
  /** Who works on the run right now, or null. */
  readonly holder: string | null;
  /** Orders that wait for a Reeve to take them. */
  readonly pending: number;
}

export function renderStatus(view: FleetView, extras: StatusExtras): string[] {
  return [
    ...headline(view, extras),
    ...section(
      "Running",
      view.running.map((each) => runningLine(each, extras.now)),
    ),
    ...section(
      "Restarting",
      view.backoff.map((each) => backoffLine(each, extras.now)),
    ),
    ...section("Waiting", [...view.waiting.map(waitingLine), ...more(view.waitingMore)]),
    ...section("Needs you", view.questions.flatMap(questionLines)),
    ...section("Ended without being done", view.ended.map(endedLine)),
    "",
    `Cost: ${costLine(view)}`,
  ];
}

export function headline(view: FleetView, extras: StatusExtras): string[] {
  const { run, counts, total } = view;
  const who = extras.holder === null ? "nobody works on it" : extras.holder;
  const lines = [`${run.id}  ${plainText(run.title)}`, `${counts.done} of ${total} done · ${phaseText(view)} · ${who}`];
  if (extras.pending > 0) lines.push(`${countOf(extras.pending, "order")} waiting for the next \`reeve run\``);
  return lines;
}

export function phaseText({ run }: FleetView): string {
  if (run.phase === "ended") return run.verdict === "done" ? "ended, all done" : "ended, not everything could be done";
  if (run.phase === "halted" && run.because) return `halted: ${becauseSentence(run.because)}`;
  return run.phase;
}

export function runningLine(each: FleetView["running"][number], now: number): string {
  const badge = each.restarts > 0 ? ` ↻${each.restarts}` : "";
  const phase = each.phase === "working" ? "" : ` ${each.phase}`;
  const activity =
    each.activity === null ? "" : ` · ${clip(plainText(each.activity), 60)} (${durationOf(now - each.activityAt)} ago)`;
  return `${each.task}${badge}  ${each.agent}${phase} for ${durationOf(now - each.startedAt)}${activity}`;
}

export function backoffLine(each: FleetView["backoff"][number], now: number): string {
  const why = each.because === null ? "" : `: ${becauseSentence(each.because)}`;
  const wait = each.at <= now ? "now" : `in ${durationOf(each.at - now)}`;
  return clip(`${each.task} ↻${each.restarts}  ${wait}${plainText(why)}`, 160);
}

export function questionLines(question: FleetView["questions"][number]): string[] {
  const options = question.options.map((option, i) => `     ${i + 1}. ${plainText(option)}`);
  return [`${question.id}  ${questionText(question)}`, ...options, `     reeve answer ${question.id} "…"`];
}

export function costLine({ usage, attempts, restarts }: FleetView): string {
  const money = usageOf(usage.usdUnknown ? { tokens: usage.tokens } : usage) || "nothing reported";
  return `${money} · ${countOf(attempts, "attempt")}, ${countOf(restarts, "restart")}`;
}

export function moveText(move: Move): string {
  switch (move.by) {
    case "tasks":
      return `waits for ${move.on.join(", ")}`;
    case "slot":
      return "waits for a free slot";
    case "resource":
      return resourceText(move.name);
    case "siblings":
      return `waits for its gang (${move.tasks.join(", ")})`;
    case "person":
      return `waits for your answer to ${move.question}`;
    case "resume":
      return "waits for `reeve resume`";
    case "run":
      return "waits for `reeve run`";
    case "attempt":
      return `is worked on by ${move.attempt}`;
    case "timer":
      return "waits for its restart";
    case "nobody":
      return "has ended";
    default:
      return move satisfies never;
  }
}

function resourceText(name: string): string {
  const [kind, ...rest] = name.split(":");
  const what = rest.join(":");
  if (kind === "file") return `waits until nobody works on ${what}`;
  if (kind === "agent") return `waits for the agent ${what}, which is at its limit`;
  if (kind === "gang") return `waits until the gang ${what} stands again`;
  return "waits until its earlier agent has ended";
}

function waitingLine({ task, move }: FleetView["waiting"][number]): string {
  return `${task}  ${moveText(move)}`;
}

function endedLine({ task, status, because }: FleetView["ended"][number]): string {
  return `${task}  ${status.replace("_", " ")}${because === null ? "" : `: ${plainText(becauseSentence(because))}`}`;
}

function more(count: number): string[] {
  return count === 0 ? [] : [`… and ${count} more`];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}
