/**
 * Task: its question, its attempts as rows, what was decided about it in sentences, the first failure open with its telling
 * lines, what looked at its work, and what it changed.
 */
import { countOf, plainText, widthOf } from "../../words.ts";
import { bold, cell, dim, EMPTY, hanging, type Line, span, spread } from "../paint/line.ts";
import { ageText, moneyText } from "../paint/short-times.ts";
import { screenHead } from "../screens/run-head.ts";
import { type Block, flow, type ScreenView, section } from "../screens/screen.ts";
import { signOf, taskSign } from "../screens/signs.ts";
import { proofWords, shortMove, untilWords } from "../screens/waits.ts";
import { taskIn, type Watched } from "../screens/watched.ts";
import { attemptBlocks } from "./task-attempts.ts";
import { decisionBlocks } from "./task-decisions.ts";
import { questionBlocks, rowBlocks } from "./task-question.ts";

export interface TaskOptions {
  readonly width: number;
  readonly task: string | undefined;
  /** Rows whose evidence is open. */
  readonly open: ReadonlySet<string>;
  /** What needs a person and is under the cursor. */
  readonly row?: string | undefined;
  /** Beside the list, without the name of the run. */
  readonly isPane?: boolean;
}

export function taskScreen(watched: Watched, options: TaskOptions): ScreenView {
  const task = taskIn(watched, options.task);
  if (task === undefined)
    return { head: [screenHead(watched, "Task", [], options.width)], blocks: withoutTask(watched, options) };
  return {
    head: headLines(watched, task.id, options),
    blocks: [
      ...questionBlocks(watched, task.id, options.width),
      ...attemptBlocks(watched, task.id, options.width),
      ...decisionBlocks(watched, task.id, options),
      ...receiptBlocks(watched, task.id, options.width),
      ...changedBlocks(watched, task.id, options.width),
    ],
  };
}

/** What is under the cursor concerns no task but the run: then the row itself is shown whole. */
function withoutTask({ rows, now }: Watched, { task, row: id, width }: TaskOptions): Block[] {
  const row = rows.find((each) => each.id === id);
  if (task !== undefined) return [{ lines: [[span(`  There is no task ${task} here.`)]] }];
  return row === undefined ? [{ lines: [[span("  Nothing is under the cursor.")]] }] : rowBlocks(row, now, width);
}

function headLines(watched: Watched, id: string, { width, isPane = false }: TaskOptions): Line[] {
  const task = taskIn(watched, id);
  if (task === undefined) return [];
  const history = watched.history.tasks.get(id);
  const state: Line = [taskSign(task), span(` ${stateWords(watched, id)}`, signOf(task.state).tone)];
  const name: Line = isPane
    ? [span(" "), bold(id), span(`  ${plainText(task.title)}`)]
    : [span(" "), bold(watched.view.run.id), span(" › "), bold(id), span(`  ${plainText(task.title)}`)];
  const changed = history?.changed ?? null;
  const usd = task.usage.usd ?? task.usage.usdKnown;
  const right: Line = [
    ...(changed === null
      ? []
      : [
          span(`${countOf(changed.files, "file")} `),
          span(`+${changed.insertions}`, "done"),
          span(` −${changed.deletions}`, "failed"),
        ]),
    ...(usd > 0 ? [span("   "), bold(moneyText(usd))] : []),
  ];
  const left = [
    `${task.attempts} ${task.attempts === 1 ? "attempt" : "attempts"}`,
    agentOf(watched, id),
    commitOf(watched, id),
  ];
  return [spread(name, state, width), spread([dim(` ${left.filter((part) => part !== "").join(", ")}`)], right, width)];
}

function agentOf(watched: Watched, id: string): string {
  const last = watched.history.tasks.get(id)?.attempts.at(-1);
  return last === undefined
    ? (taskIn(watched, id)?.agent ?? "")
    : `${last.agent}${last.model === null ? "" : ` ${last.model}`}`;
}

function commitOf(watched: Watched, id: string): string {
  const commit = watched.history.tasks.get(id)?.commit ?? null;
  return commit === null || taskIn(watched, id)?.state !== "done" ? "" : `merged as ${commit.slice(0, 8)}`;
}

function stateWords(watched: Watched, id: string): string {
  const task = taskIn(watched, id);
  if (task === undefined) return "";
  switch (task.state) {
    case "working":
      return `at work ${ageText(watched.now - (task.at?.startedAt ?? task.since))}`;
    case "proving":
    case "merging":
      return proofWords(task.move);
    case "question":
      return task.move.by === "person" ? `asks you, ${task.move.question}` : "asks you";
    case "failed":
      return "gave up";
    case "backoff":
      return task.until === null ? "restarts soon" : `restarts ${untilWords(task.until, watched.now)}`;
    case "limit":
      return task.until === null ? "at a limit" : `limit until ${untilWords(task.until, watched.now)}`;
    case "waiting":
      return `waits ${shortMove(task.move, watched.now)}`;
    default:
      return task.state;
  }
}

const GATE_SIGNS = {
  passed: ["✓", "done"],
  warned: ["△", "backoff"],
  failed: ["×", "failed"],
  skipped: ["-", "waiting"],
} as const;

function receiptBlocks({ history }: Watched, id: string, width: number): Block[] {
  const gates = history.tasks.get(id)?.gates ?? [];
  if (gates.length === 0) return [];
  const items = gates.map(({ name, verdict, tookMs }): Line => {
    const [sign, tone] = GATE_SIGNS[verdict];
    return [span(sign, tone), span(` ${plainText(name)}`), dim(tookMs >= 1_000 ? ` ${ageText(tookMs)}` : "")];
  });
  const failed = gates.filter(({ verdict }) => verdict === "failed" || verdict === "warned");
  const said = failed.flatMap(({ verdict, message }) =>
    hanging([span("   ")], plainText(message), width, { tone: GATE_SIGNS[verdict][1] }),
  );
  return [{ lines: [section(`GATES ${gates.length}`, width), ...flow(items, width, 3), ...said] }];
}

function changedBlocks({ history }: Watched, id: string, width: number): Block[] {
  const changed = history.tasks.get(id)?.changed ?? null;
  if (changed === null || changed.files === 0) return [];
  const named = [
    ...changed.created.map((file) => ["+", file] as const),
    ...changed.modified.map((file) => ["~", file] as const),
    ...changed.deleted.map((file) => ["−", file] as const),
  ];
  const wide = Math.min(36, Math.max(20, ...named.map(([, file]) => widthOf(file) + 3)));
  const items = named.map(
    ([sign, file]): Line => [
      span(sign, sign === "+" ? "done" : sign === "−" ? "failed" : "backoff"),
      cell(` ${plainText(file)}`, wide),
    ],
  );
  const more = changed.files - named.length;
  const rest = more > 0 ? [[dim(`   ${more} more`)]] : [];
  return [
    { lines: [section(`CHANGED ${changed.files}`, width), ...flow(items, width, 6), ...rest] },
    { lines: [EMPTY] },
  ];
}
