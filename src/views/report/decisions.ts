/** A row of attention as something to decide: what is advised, on what ground, and what waiting costs. Pure. */

import type { AttentionRow } from "../model/attention.ts";
import { plainText } from "../words.ts";

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

export function decisionOf(row: AttentionRow, clock: (at: number) => string): Decision {
  return {
    state: row.state,
    what: row.what,
    advice: adviceOn(row),
    detail: row.detail === null ? null : plainText(row.detail),
    evidence: row.evidence.slice(0, EVIDENCE_MAX),
    waiting: waitingText(row, clock),
    commands: row.acts.slice(0, COMMANDS_MAX).map(({ command }) => command),
  };
}

const ADVICE: Readonly<Partial<Record<AttentionRow["kind"], string>>> = {
  brake: "Look at why first; releasing starts one task, then all.",
  account: "Mend it first; then one answer frees all tasks that wait for it.",
  gave_up: "Find out what changed since; a retry wants to know it.",
  stuck: "Look at its log before you cut it: what it wrote so far is kept.",
  budget: "Grant more where the work is worth it; at all of it, agents are stopped and keep what they did.",
  proposal: "Read what it changes; nothing of it begins without your word.",
  review: "Review what stands below under “Look at first”, then land it.",
};

function adviceOn({ kind, options }: AttentionRow): string | null {
  const [first] = options;
  if (kind !== "question") return ADVICE[kind] ?? null;
  return first === undefined ? null : `${options.length === 1 ? "Offered" : "Offered first"}: ${first}`;
}

function waitingText({ holdsRun, held, tasks, since }: AttentionRow, clock: (at: number) => string): string {
  const when = since === null ? "" : ` since ${clock(since)}`;
  if (holdsRun) return `Waiting costs time: the whole run stands still${when}.`;
  const still = [...new Set([...tasks, ...held])];
  if (still.length === 0) return "Nothing waits for it.";
  const more = still.length > NAMED_MAX ? ` and ${still.length - NAMED_MAX} more` : "";
  const names = still.slice(0, NAMED_MAX).join(", ");
  return `Waiting costs time: ${names}${more} ${still.length === 1 ? "stands" : "stand"} still${when}.`;
}
