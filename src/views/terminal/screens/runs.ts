/** Runs: all runs of the project, each task a sign. Plans that were worked more than once stand under each other, so that a weak task is a column. */
import type { RunSummary } from "../../../app/look/run-summaries.ts";
import { countOf, plainText } from "../../words.ts";
import { bold, cell, cellRight, dim, EMPTY, type Line, type Span, span, spread, type Tone } from "../paint/line.ts";
import { ageText, dayAndClock, moneyText } from "../paint/short-times.ts";
import { matches } from "./now.ts";
import type { Block, ScreenView } from "./screen.ts";
import { signOf } from "./signs.ts";
import type { Watched } from "./watched.ts";

export function runsScreen({ runs, now }: Watched, project: string, width: number, filter: string): ScreenView {
  const spent = (runs ?? []).reduce((sum, { usage }) => sum + usage.usdKnown, 0);
  const right = runs === null ? [dim("being read")] : [dim(`${countOf(runs.length, "run")}, `), bold(moneyText(spent))];
  const head = spread([span(" "), bold(project), span(" › "), bold("Runs")], right, width);
  const blocks = groupsOf(runs ?? []).flatMap(({ title, members }) => [
    { lines: [[bold(` ${title}`)]] },
    ...members.map((run) => rowOf(run, now, width)).filter((block) => matches(block, filter)),
    { lines: [EMPTY] },
  ]);
  return { head: [head, EMPTY], blocks, foot: [legend()] };
}

interface Group {
  readonly title: string;
  readonly members: readonly RunSummary[];
}

function groupsOf(runs: readonly RunSummary[]): Group[] {
  const byPlan = [...Map.groupBy(runs, ({ run }) => run.plan).values()];
  const again = byPlan.filter(({ length }) => length > 1);
  const once = byPlan.filter(({ length }) => length === 1).flat();
  return [
    ...again.map((members) => ({ title: plainText(members[0]?.run.title ?? ""), members })),
    ...(once.length > 0 ? [{ title: again.length === 0 ? "Runs" : "Plans worked once", members: once }] : []),
  ];
}

function rowOf({ run, tasks, done, usage }: RunSummary, now: number, width: number): Block {
  const [words, tone] = statusOf(run, tasks);
  const right: Line = [
    cellRight(`${done}/${tasks.length}`, 7),
    cellRight(ageText((run.endedAt ?? now) - run.createdAt), 7),
    cellRight(usage.usdKnown > 0 ? moneyText(usage.usdKnown) : "", 9),
  ];
  const room = Math.max(8, width - 26 - 24 - 2);
  const shown = tasks
    .slice(0, room)
    .map(({ state, attempts }): Span => (state === "done" && attempts > 1 ? span("✓", "backoff") : signOf(state)));
  const left: Line = [
    span(" "),
    cell(run.id, 4),
    span(" "),
    dim(dayAndClock(run.createdAt)),
    span("  "),
    cell(words, 11, tone),
    span(" "),
    ...shown,
  ];
  return { id: `run:${run.id}`, lines: [spread(left, right, width)] };
}

function statusOf({ phase, verdict }: RunSummary["run"], tasks: RunSummary["tasks"]): readonly [string, Tone] {
  const failed = tasks.filter(({ state }) => state === "failed").length;
  const asked = tasks.filter(({ state }) => state === "question").length;
  if (phase === "ended" && verdict === "done") return ["done", "done"];
  if (phase === "ended") return failed > 0 ? [`${failed} given up`, "failed"] : ["in part", "backoff"];
  if (phase === "halted") return ["halted", "failed"];
  if (asked > 0) return [`${asked} ${asked === 1 ? "question" : "questions"}`, "question"];
  return [phase, phase === "working" ? "working" : "backoff"];
}

function legend(): Line {
  return [
    span(" "),
    signOf("done"),
    span(" done  "),
    span("✓", "backoff"),
    span(" after more attempts  "),
    signOf("question"),
    span(" asks you  "),
    signOf("failed"),
    span(" gave up  "),
    signOf("working"),
    span(" at work  "),
    signOf("waiting"),
    span(" waits"),
  ];
}
