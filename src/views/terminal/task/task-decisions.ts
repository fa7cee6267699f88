/** What was decided about a task, in sentences, oldest first; the first failure is open with the lines that tell it. */
import type { Happened } from "../../../app/look/explain.ts";
import type { Event } from "../../../engine/event.ts";
import { narrate } from "../../narrate.ts";
import { untold, wrap } from "../../words.ts";
import { dim, type Line, span, type Tone } from "../paint/line.ts";
import { clockMinutes } from "../paint/short-times.ts";
import { type Block, section } from "../screens/screen.ts";
import type { Watched } from "../screens/watched.ts";

export interface DecisionOptions {
  readonly width: number;
  /** Rows that a person has opened or closed against what is usual. */
  readonly open: ReadonlySet<string>;
}

const TELLING_MAX = 3;

export function decisionBlocks({ explained }: Watched, task: string, options: DecisionOptions): Block[] {
  if (explained === null || explained.task.id !== task) return [];
  const told = explained.decisions.flatMap((happened) => {
    const { loudness, text, evidence } = narrate(happened.event, () => "lead");
    const isWordless = loudness === "silent" || text === happened.event.type.replaceAll("_", " ");
    return isWordless ? [] : [{ happened, text, evidence: untold(text, evidence) }];
  });
  if (told.length === 0) return [];
  const firstFailure = told.find(({ happened, evidence }) => isFailure(happened.event) && evidence.length > 0);
  return [
    { lines: [section(`DECISIONS ${told.length}`, options.width)] },
    ...told.map((each, n): Block => {
      const id = `decision:${each.happened.seq}.${n}`;
      const isOpen = (each === firstFailure) !== options.open.has(id);
      return { id, task, lines: decisionLines(each.happened, each.text, each.evidence, isOpen, options) };
    }),
  ];
}

function decisionLines(
  { at, event }: Happened,
  text: string,
  evidence: readonly string[],
  isOpen: boolean,
  { width, open }: DecisionOptions,
): Line[] {
  const [sign, tone] = signFor(event);
  const rows = wrap(text, Math.max(20, width - 10));
  const head = rows.map(
    (row, n): Line =>
      n === 0 ? [dim(` ${clockMinutes(at)} `), span(sign, tone), span(` ${row}`)] : [span(`         ${row}`)],
  );
  if (evidence.length === 0) return head;
  if (!isOpen) return head;
  const shown = open.size > 0 ? evidence : evidence.slice(0, TELLING_MAX);
  const more = evidence.length - shown.length;
  return [
    ...head,
    ...shown.map((line): Line => [span("         "), span(line, isFailure(event) ? "failed" : "waiting")]),
    ...(more > 0 ? [[dim(`         ${more} more ${more === 1 ? "line" : "lines"}, Space opens`)]] : []),
  ];
}

function isFailure(event: Event): boolean {
  if (event.type === "attempt_ended") return event.outcome.type === "failed";
  return event.type === "task_verified" && event.failure !== undefined;
}

const SIGNS: Readonly<Record<string, readonly [string, Tone]>> = {
  attempt_started: ["●", "working"],
  task_verified: ["◇", "proving"],
  task_integrated: ["»", "merging"],
  task_sent_back: ["«", "merging"],
  task_done: ["✓", "done"],
  question_asked: ["?", "question"],
  question_answered: ["?", "question"],
  restart_scheduled: ["↻", "backoff"],
  task_given_up: ["!", "failed"],
  task_skipped: ["-", "waiting"],
};

function signFor(event: Event): readonly [string, Tone] {
  if (isFailure(event)) return ["×", "failed"];
  return SIGNS[event.type] ?? ["·", "waiting"];
}
