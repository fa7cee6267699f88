/**
 * What needs a person, as rows, the most urgent first; one cause is one row. Every screen shows it before anything else:
 * status, terminal, web, report. A row says what, since when, how many tasks it holds and what can be done about it, with
 * the command that does it. Pure: the view and the time in, rows out. It decides nothing and goes by itself when its cause
 * does.
 */
import type { FleetView } from "../../app/look/fleet-view.ts";
import type { Severity } from "../../domain/spec/notify.ts";
import type { Act } from "./act.ts";
import { brakeRows } from "./attention-brake.ts";
import { endRows } from "./attention-ended.ts";
import { moneyRows } from "./attention-money.ts";
import { questionRows } from "./attention-questions.ts";
import { stuckRows } from "./attention-stuck.ts";

/** In the order in which they are shown. */
export const ATTENTION_KINDS = [
  "brake", // braked, halted, or nobody works on it
  "question",
  "account", // logged out, out of money, not reachable, asks whether to resume
  "gave_up", // also a red whole
  "stuck",
  "budget", // four fifths are used
  "proposal",
  "review", // ended and green: to be reviewed and landed
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

export interface AttentionRow {
  /** The same as long as its cause is: a name to remember where the cursor is. */
  readonly id: string;
  readonly kind: AttentionKind;
  /** Which glyph and colour it has. */
  readonly state: "braked" | "question" | "failed" | "warned" | "review";
  readonly severity: Severity;
  /** Null: nobody has said when it began. */
  readonly since: number | null;
  /** How `since` is said: asked, gave up, halted, quiet, ended. */
  readonly began: string;
  /** One line. */
  readonly what: string;
  /** What went wrong, without the rule that follows from it: for lists that have no room for both. */
  readonly cause: string | null;
  /** More sentences, where there is more to say; lines that were read from the world. */
  readonly detail: string | null;
  readonly evidence: readonly string[];
  /** Whom it is about. */
  readonly tasks: readonly string[];
  /** Tasks that stand still until it is seen to, beside those it is about. */
  readonly held: readonly string[];
  readonly holds: number;
  /** Everything stands still. */
  readonly holdsRun: boolean;
  /** Of a question: what one can choose from, and which one. */
  readonly question: string | null;
  readonly options: readonly string[];
  readonly acked: boolean;
  /** The first is what one usually does. */
  readonly acts: readonly Act[];
}

/** What is known beside the run's own view. */
export interface Around {
  /** A Reeve works on it. Absent: nobody has looked. */
  readonly isWorked?: boolean;
  /** Its work is in the branch it began from. Absent: nobody has looked. */
  readonly isLanded?: boolean;
}

export function attention(view: FleetView, now: number, around: Around = {}): AttentionRow[] {
  const rows = [
    ...brakeRows(view, around),
    ...questionRows(view),
    ...stuckRows(view, now),
    ...endRows(view, around),
    ...moneyRows(view),
  ];
  return rows.sort((a, b) => moreUrgent(a, b, now));
}

/** Also for rows of several runs. */
export function moreUrgent(a: AttentionRow, b: AttentionRow, now: number): number {
  return rankOf(a) - rankOf(b) || (a.since ?? now) - (b.since ?? now);
}

/** What is known of is not raised again; it stays, below what is new of its kind. */
function rankOf({ kind, acked }: AttentionRow): number {
  return ATTENTION_KINDS.indexOf(kind) + (acked ? 0.5 : 0);
}
