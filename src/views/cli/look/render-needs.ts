/** What needs a person, as the first lines of `reeve status`: questions whole, everything else in a line and its command. */
import type { FleetView } from "../../../app/look/fleet-view.ts";
import { type AttentionRow, attention } from "../../model/attention.ts";
import { calmText } from "../../model/next.ts";
import { clip } from "../../words.ts";
import { shortClockText } from "../times.ts";
import { allQuestions } from "./render-questions.ts";

/** Beside the two columns by which a section is indented. */
const WIDTH_MAX = 78;

export interface NeedsExtras {
  readonly now: number;
  readonly isWorked: boolean;
  readonly isLanded: boolean;
}

/** Where nothing does, it says so, and what a clock does next. */
export function renderNeeds(view: FleetView, { now, isWorked, isLanded }: NeedsExtras): string[] {
  const rows = attention(view, now, { isWorked, isLanded });
  if (rows.length === 0) return ["", calmText(view, now, shortClockText)];
  const others = rows.filter(({ question, id }) => question === null && !SAID.has(id));
  const lines = [...allQuestions(view.questions), ...others.flatMap(needLines)];
  return lines.length === 0 ? [] : ["", "Needs you", ...lines.map((line) => `  ${line}`)];
}

/** The headline and the last lines of the status say these, with the same commands. */
const SAID: ReadonlySet<string> = new Set(["run:left", "run:halted", "run:red", "run:review"]);

function needLines({ what, holds, acts }: AttentionRow): string[] {
  const held = holds === 0 ? "" : ` (holds ${holds})`;
  return [clip(`${what}${held}`, WIDTH_MAX), ...acts.slice(0, 1).map(({ command }) => `  ${command}`)];
}
