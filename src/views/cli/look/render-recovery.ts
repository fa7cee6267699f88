/** How recovery stands, one line each: what was found out last, common causes and who waits for their fix, limits, money. */

import type { FleetView } from "../../../app/look/fleet-view.ts";
import { needOf } from "../../../domain/proof/machine-need.ts";
import { spentText } from "../../../domain/words/spent.ts";
import { tokenText } from "../../../domain/words/token-usage.ts";
import { endpointName } from "../../../domain/work/unreached.ts";
import { clip, countOf, durationOf, plainText, withoutStop } from "../../words.ts";
import { probeText } from "./move-text.ts";

/** Beside the two columns by which a section is indented. */
const WIDTH_MAX = 78;
const NAMED_MAX = 5;

export function analysisLines({ analysis, run }: FleetView, now: number): string[] {
  if (analysis === null || run.phase === "ended") return [];
  const { task, advisor, text, at } = analysis;
  const [first = ""] = text.split("\n");
  const when = now - at < 1_000 ? "just now" : `${durationOf(now - at)} ago`;
  return [
    clip(`${task}  ${plainText(first)}`, WIDTH_MAX),
    `  ${advisor}, ${when}; \`reeve why ${task}\` shows all of it`,
  ];
}

const RECOMMENDED_MAX = 5;

/** Nobody acts on these but a person; the latest ones, whole. */
export function recommendationLines({ recommendations }: FleetView): string[] {
  const shown = recommendations.slice(-RECOMMENDED_MAX);
  const left = recommendations.length - shown.length;
  const more = left > 0 ? [`… and ${left} earlier`] : [];
  return [...shown.map(({ task, text }) => `${task === null ? "" : `${task}  `}${oneLine(text)}`), ...more];
}

function oneLine(text: string): string {
  return clip(plainText(text).replace(/\s+/g, " "), TEXT_LENGTH_MAX);
}

const TEXT_LENGTH_MAX = 300;

/** What it is, and below it what is done and who waits. */
export function patternLines({
  id,
  rootCause,
  members,
  waiting,
  fix,
  status,
}: FleetView["patterns"][number]): string[] {
  const doing = {
    fixing: `${fix} fixes it`,
    fixed: `${fix} has fixed it`,
    asks: `${fix} asks you`,
    given_up: `${fix} could not fix it`,
  };
  const held =
    waiting.length === 0 ? "" : `; ${waiting.length} wait${waiting.length === 1 ? "s" : ""} for it: ${named(waiting)}`;
  return [
    clip(`${withoutStop(plainText(rootCause))} (${named(members)})`, WIDTH_MAX),
    clip(`  ${doing[status]}${held} (${id})`, WIDTH_MAX),
  ];
}

/** Whose limit it is, the time that is left, and who waits. */
export function accountLine(limit: FleetView["accounts"][number], now: number): string {
  const { account, agents, until, kind, tries, waiting, question } = limit;
  const who = agents.length === 1 && agents[0] === account ? account : `${account} (${agents.join(", ")})`;
  const tasks = waiting === 0 ? "" : `; ${countOf(waiting, "task")} wait${waiting === 1 ? "s" : ""}`;
  if (question !== null) return `${who}: its usage limit has reset; waits for your answer to ${question}${tasks}`;
  const left = durationOf(Math.max(0, until - now));
  if (kind === "guessed")
    return `${who}: no reset time of its usage limit is known; Reeve tries again in ${left} (${countOf(tries, "time")} so far)${tasks}`;
  return `${who} waits ${left} for its usage limit to reset${tasks}`;
}

/** What cannot be reached, for how long, when it is tried again, and who waits. */
export function networkLine(away: FleetView["network"][number], now: number): string {
  const { endpoint, detail, agents, since, probeAt, waiting, question } = away;
  const whose = agents.length === 0 ? "" : ` (${agents.join(", ")})`;
  const tasks = waiting === 0 ? "" : `; ${countOf(waiting, "task")} wait${waiting === 1 ? "s" : ""}`;
  const asked = question === null ? "" : `; ${question} asks you about it`;
  const long = durationOf(Math.max(0, now - since));
  if (needOf(endpoint) !== null) return `${detail} (for ${long}); ${probeText(probeAt, now)}${tasks}${asked}`;
  return `${endpointName(endpoint)}${whose} has not been reachable for ${long} (${detail}); ${probeText(probeAt, now)}${tasks}${asked}`;
}

export function costLine(view: FleetView): string {
  const { usage, attempts, restarts } = view;
  const money = spentText(usage) || "nothing reported";
  return [`${money} · ${countOf(attempts, "attempt")}, ${countOf(restarts, "restart")}`, ...budgetText(view)].join(
    " · ",
  );
}

/** Only where a budget is set. */
function budgetText({ usage, budgets }: FleetView): string[] {
  const { usd, tokens } = budgets;
  if (usd !== undefined) {
    const about = usage.estimated ? "about " : "";
    const left = usage.usd === null ? "unknown" : `${about}$${Math.max(0, usd - usage.usd).toFixed(2)}`;
    return [`${left} left of $${usd.toFixed(2)}`];
  }
  if (tokens === undefined) return [];
  const left = Math.max(0, tokens - usage.tokens).toLocaleString("en-US");
  return [`${left} left of ${tokenText(tokens)}`];
}

function named(ids: readonly string[]): string {
  const more = ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : "";
  return `${ids.slice(0, NAMED_MAX).join(", ")}${more}`;
}
