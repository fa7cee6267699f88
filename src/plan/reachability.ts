/**
 * Answers many questions "does task a wait for task b, directly or through others?" about a graph without circles.
 * Most are settled by two comparisons of the walk's labels; the rest in batches of 32, one bit each, in one pass over
 * the part of the graph between them. So the cost is linear plus a thirty-second of the product in the worst case,
 * not a search per question.
 */
import type { Walked } from "./task-graph.ts";

export interface Question {
  readonly later: number;
  readonly earlier: number;
}

export interface Answers {
  /** One for each question, in their order. */
  readonly waits: readonly boolean[];
  /** Dependencies looked at: the measure of the work, for tests. */
  readonly steps: number;
}

const BITS = 32;

export function answerWaits(walked: Walked, questions: readonly Question[]): Answers {
  const { lowest, steps: labelSteps } = lowestLeft(walked);
  const waits = questions.map((question) => settled(walked, lowest, question));
  const open = questions.flatMap((question, index) => (waits[index] === undefined ? { ...question, index } : []));
  const left = (task: number): number => walked.left[task] ?? 0;
  open.sort((a, b) => left(a.earlier) - left(b.earlier));
  let steps = labelSteps;
  for (let from = 0; from < open.length; ) {
    const bits = new Map<number, number>();
    let to = from;
    let end = 0;
    for (; to < open.length; to += 1) {
      const { earlier, later } = open[to] ?? NOBODY;
      if (!bits.has(earlier) && bits.size === BITS) break;
      if (!bits.has(earlier)) bits.set(earlier, 1 << bits.size);
      end = Math.max(end, left(later));
    }
    const batch = open.slice(from, to);
    const pass = spread(walked, bits, left(batch[0]?.earlier ?? 0), end);
    for (const { index, later, earlier } of batch)
      waits[index] = ((pass.reached[later] ?? 0) & (bits.get(earlier) ?? 0)) !== 0;
    steps += pass.steps;
    from = to;
  }
  return { waits: waits.map((waits) => waits === true), steps };
}

const NOBODY = { earlier: 0, later: 0 };

/** For each task the earliest-left among all it waits for: whoever waits for another covers the other's range. */
function lowestLeft({ order, dependsOn, left }: Walked): { lowest: readonly number[]; steps: number } {
  const lowest = [...left];
  let steps = 0;
  for (const task of order) {
    for (const dependency of dependsOn[task] ?? []) {
      steps += 1;
      lowest[task] = Math.min(lowest[task] ?? 0, lowest[dependency] ?? 0);
    }
  }
  return { lowest, steps };
}

function settled(walked: Walked, lowest: readonly number[], { later, earlier }: Question): boolean | undefined {
  const at = (labels: readonly number[], task: number): number => labels[task] ?? 0;
  if (later === earlier) return true;
  const within = at(walked.left, earlier) < at(walked.left, later);
  if (!within || at(lowest, earlier) < at(lowest, later)) return false;
  // Entered after and left before: the walk itself came from the one to the other.
  return at(walked.entered, earlier) > at(walked.entered, later) ? true : undefined;
}

function spread(
  { order, dependsOn }: Walked,
  bits: ReadonlyMap<number, number>,
  from: number,
  to: number,
): { reached: Int32Array; steps: number } {
  const reached = new Int32Array(order.length);
  let steps = 0;
  for (let at = from; at <= to; at += 1) {
    const task = order[at] ?? 0;
    let mask = bits.get(task) ?? 0;
    for (const dependency of dependsOn[task] ?? []) {
      steps += 1;
      mask |= reached[dependency] ?? 0;
    }
    reached[task] = mask;
  }
  return { reached, steps };
}
