/** The first lines of the status: which run, how far it is, who works on it, and which orders wait. */
import type { FleetView } from "../app/look/fleet-view.ts";
import type { PersonInput } from "../engine/input.ts";
import { becauseSentence } from "../engine/wording/because-words.ts";
import { orderName } from "./order-words.ts";
import { isRed } from "./red-words.ts";
import { countOf, plainText } from "./words.ts";

interface RunExtras {
  /** Who works on the run right now, or null. */
  readonly holder: string | null;
  /** Orders that wait for a Reeve to take them. */
  readonly orders: readonly PersonInput[];
}

export function headline(view: FleetView, { holder, orders }: RunExtras): string[] {
  const { run, counts, total } = view;
  // "working" is the plan's phase; next to "no Reeve is running" it would only puzzle.
  const phase = run.phase === "working" && holder === null ? [] : [phaseText(view)];
  const lines = [
    `${run.id}  ${plainText(run.title)}`,
    [`${counts.done} of ${countOf(total, "task")} done`, ...phase, ...whoText(view, holder)].join(" · "),
  ];
  if (orders.length > 0) lines.push(`For the next \`reeve run\`: ${orderNames(orders)}`);
  return lines;
}

/** The same order given twice is named once. */
function orderNames(orders: readonly PersonInput[]): string {
  const times = new Map<string, number>();
  for (const name of orders.map(orderName)) times.set(name, (times.get(name) ?? 0) + 1);
  return Array.from(times, ([name, count]) => (count === 1 ? name : `${name} (given ${count} times)`)).join(", ");
}

function whoText(view: FleetView, holder: string | null): string[] {
  const { run, running } = view;
  if (holder !== null) return [holder];
  if (run.phase === "ended" || run.phase === "halted") return [];
  if (running.some((each) => each.phase !== "held"))
    return ["no Reeve is running, but agents may be: `reeve run` adopts them, `reeve stop` ends them"];
  return [
    needsOnlyYou(view) ? "waits for you; then `reeve run` resumes it" : "no Reeve is running; `reeve run` resumes it",
  ];
}

/** Nothing in it could move before a question is answered. */
function needsOnlyYou({ run, questions, backoff, running, counts, waiting }: FleetView): boolean {
  const asks = waiting.filter(({ move }) => move.by === "person").length;
  const moves = backoff.length + running.length + Math.max(0, counts.ready - asks) + counts.waiting_for_wakeup;
  return run.phase === "working" && questions.length > 0 && moves === 0;
}

function phaseText(view: FleetView): string {
  const { run, counts } = view;
  if (run.phase === "ended") return run.verdict === "done" ? endedWell(counts.skipped) : endedIll(view);
  if (run.phase === "halted" && run.because) return `halted: ${becauseSentence(run.because)}`;
  return run.phase;
}

function endedWell(skipped: number): string {
  return skipped === 0 ? "ended, all done" : `ended, all done but ${skipped} skipped`;
}

function endedIll(view: FleetView): string {
  if (!isRed(view)) return "ended, not everything was done";
  const unfinished = view.counts.given_up > 0;
  return unfinished
    ? "ended, not everything was done, and the integrated work is red"
    : "ended, but the integrated work is red";
}
