/** A row of attention as something to decide: what is advised, on what ground, and what waiting costs. Pure. */

import type { AttentionRow } from "../model/attention.ts";
import { durationOf, plainText } from "../words.ts";

export interface Decision {
  readonly state: AttentionRow["state"];
  readonly what: string;
  /** Null: there is no ground for one. */
  readonly advice: string | null;
  readonly detail: string | null;
  readonly evidence: readonly string[];
  readonly waiting: string;
  readonly commands: readonly string[];
}

const EVIDENCE_MAX = 4;
const NAMED_MAX = 4;
const COMMANDS_MAX = 2;

/** What a task of this run takes and costs, by those that are done; null: none is. */
export interface Each {
  readonly ms: number | null;
  /** Of all that are open. */
  readonly usdLeft: number | null;
}

export function decisionOf(row: AttentionRow, clock: (at: number) => string, each: Each): Decision {
  return {
    state: row.state,
    what: row.what,
    advice: adviceOn(row, each),
    detail: row.detail === null ? null : plainText(row.detail),
    evidence: row.evidence.slice(0, EVIDENCE_MAX),
    waiting: `${waitingText(row, clock)}${behindText(row, each.ms)}`,
    commands: row.acts.slice(0, COMMANDS_MAX).map(({ command }) => filled(command, row)),
  };
}

/** With what is recommended in the place of what is to be typed. */
function filled(command: string, { kind, options: [first] }: AttentionRow): string {
  if (kind !== "question" || first === undefined) return command;
  return command.replace('"…"', () => `'${first.replaceAll("'", "'\\''")}'`);
}

const ADVICE: Readonly<Partial<Record<AttentionRow["kind"], string>>> = {
  brake: "Recommended: find out why first. A release starts one task, and all others only when that one is well.",
  account: "Recommended: fix it first. Then one answer frees all tasks that wait for it.",
  gave_up: "Recommended: change what made it fail, then retry and say what has changed; its next attempt is told.",
  stuck: "Recommended: look at its log before you cut it. What it wrote so far is kept.",
  budget: "Recommended: grant more if the rest is worth it. At the limit, agents are stopped and their work is kept.",
  proposal: "Recommended: read what it changes. Nothing of it begins without your word.",
  review: "Recommended: look at what is listed first under “Look at first in review”, then land it.",
};

/** Nobody braked it: it was stopped, or its Reeve ended. */
const RESUME = "Recommended: resume it. Nothing was lost, and nothing is done twice.";
/** Whoever pulled it knows why. */
const RELEASE = "Recommended: release it once that is over. One task starts first, all others when that one is well.";

function adviceOn({ kind, options, question, began, acts: [usual] }: AttentionRow, { usdLeft }: Each): string | null {
  const [first] = options;
  if (kind === "brake" && began === "braked") return RELEASE;
  if (kind === "brake" && usual?.asks === "usd") return grantAdvice(usdLeft);
  if (kind === "brake" && question === null) return RESUME;
  if (kind !== "question") return ADVICE[kind] ?? null;
  if (first === undefined) return "Answer in your own words; the next attempt is told what you said.";
  return options.length === 1 ? `Offered: ${first}` : `Recommended by its agent: ${first}`;
}

/** Resumed as it is, it would halt at once. */
function grantAdvice(usdLeft: number | null): string {
  const about =
    usdLeft === null || usdLeft < 0.01
      ? ""
      : ` What is open would come to about $${usdLeft.toFixed(2)}, judging by what is done.`;
  return `Recommended: grant more if the rest is worth it, then resume it.${about}`;
}

function waitingText({ holdsRun, held, tasks, since }: AttentionRow, clock: (at: number) => string): string {
  const when = since === null ? "" : ` since ${clock(since)}`;
  if (holdsRun) return `Waiting costs time: the whole run has stood still${when}.`;
  const still = [...new Set([...tasks, ...held])];
  if (still.length === 0) return "Nothing waits for it.";
  const more = still.length > NAMED_MAX ? ` and ${still.length - NAMED_MAX} more` : "";
  const names = still.slice(0, NAMED_MAX).join(", ");
  return `Waiting costs time: ${names}${more} ${still.length === 1 ? "has" : "have"} been waiting${when}.`;
}

/** How much work that is, where it can be said. */
function behindText({ held, holdsRun }: AttentionRow, eachMs: number | null): string {
  if (eachMs === null || eachMs < 60_000 || held.length === 0 || holdsRun) return "";
  return ` About ${durationOf(eachMs * held.length)} of work waits behind it.`;
}
