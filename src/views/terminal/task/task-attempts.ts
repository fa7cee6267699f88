/** The attempts of a task as rows: by whom, from when to when, how much of it was proof, what it cost, how it ended. */
import type { AttemptEnd, AttemptView } from "../../../app/look/history/run-history.ts";
import { cell, cellRight, dim, type Line, span, spread, type Tone } from "../paint/line.ts";
import { clockMinutes, moneyText } from "../paint/short-times.ts";
import { type Block, section } from "../screens/screen.ts";
import type { Watched } from "../screens/watched.ts";

const BAR = 12;
const SHOWN_MAX = 8;

const ENDS: Readonly<Record<AttemptEnd, readonly [sign: string, tone: Tone, words: string]>> = {
  merged: ["✓", "done", "merged"],
  done: ["✓", "done", "done"],
  verified: ["◇", "proving", "verified"],
  gate_failed: ["×", "failed", "gate failed"],
  sent_back: ["«", "merging", "sent back"],
  failed: ["×", "failed", "failed"],
  blocked: ["?", "question", "asked"],
  stopped: ["-", "waiting", "stopped"],
  lost: ["↻", "backoff", "lost"],
};

export function attemptBlocks({ history, now }: Watched, task: string, width: number): Block[] {
  const attempts = history.tasks.get(task)?.attempts ?? [];
  if (attempts.length === 0) return [];
  const longest = Math.max(1, ...attempts.map((each) => endOf(each, now) - each.startedAt));
  const left = attempts.length - SHOWN_MAX;
  const earlier: Block[] = left > 0 ? [{ lines: [[dim(`   ${left} earlier`)]] }] : [];
  return [
    { lines: [section(`ATTEMPTS ${attempts.length}`, width)] },
    ...earlier,
    ...attempts.slice(-SHOWN_MAX).map((each): Block => {
      return { id: `attempt:${each.id}`, task, lines: [attemptLine(each, longest, now, width)] };
    }),
  ];
}

function attemptLine(attempt: AttemptView, longest: number, now: number, width: number): Line {
  const { number, agent, model, startedAt, ended, usage, calls, failure } = attempt;
  const [sign, tone, words] = ended === null ? (["●", "working", "at work"] as const) : ENDS[ended];
  const who = `${agent}${model === null ? "" : ` ${model}`}`;
  const money = usage.usd === undefined || usage.usd === 0 ? "" : moneyText(usage.usd);
  const why = failure === null || ended !== "failed" ? words : `${words}: ${failure.class.replaceAll("_", " ")}`;
  const cells: Line = [
    span(" "),
    span(sign, tone),
    span(` .${number}  `),
    cell(who, width < 60 ? 8 : 14),
    span(" "),
    dim(clockMinutes(startedAt)),
    span(" "),
    ...barSpans(attempt, longest, now),
    span(" "),
    dim(ended === null ? "now  " : clockMinutes(endOf(attempt, now))),
  ];
  const right: Line = [
    ...(calls === null || width < 70 ? [] : [dim(cellRight(`${calls} calls`, 10).text), span("  ")]),
    ...(money === "" ? [] : [span(money), span("  ")]),
    span(why),
  ];
  return spread(cells, right, width);
}

function barSpans(attempt: AttemptView, longest: number, now: number): Line {
  const { startedAt, endedAt, provedAt } = attempt;
  const cells = Math.max(1, Math.round(((endOf(attempt, now) - startedAt) / longest) * BAR));
  const proof =
    provedAt === null || endedAt === null ? 0 : Math.max(1, Math.round(((provedAt - endedAt) / longest) * BAR));
  const work = Math.max(0, cells - proof);
  return [
    span("█".repeat(work), "working"),
    span("▓".repeat(Math.min(proof, cells)), "proving"),
    span(" ".repeat(Math.max(0, BAR - cells))),
  ];
}

function endOf({ endedAt, provedAt }: AttemptView, now: number): number {
  return provedAt ?? endedAt ?? now;
}
