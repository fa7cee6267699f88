/**
 * What a log comes to: who said how much, each sender's state, and how scores went. Everything is a fold over messages in
 * their order; a trend comes from all of them, because the last state has forgotten the earlier ones.
 */
import { type Data, isObject, type Message } from "./message.ts";

export interface Filter {
  readonly from?: readonly string[] | undefined;
  readonly to?: readonly string[] | undefined;
  readonly type?: readonly string[] | undefined;
}

export function fits({ from, to, type }: Filter, message: Message): boolean {
  return has(from, message.from) && has(to, message.to) && has(type, message.type);
}

export type States = Map<string, Data>;

/** Key by key: what the sender does not name stays. */
function foldState(states: States, { type, from, data }: Message): void {
  if (type === "state_update" && isObject(data)) states.set(from, { ...states.get(from), ...data });
}

/** One self-score of a sender, at one task. */
export interface Point {
  readonly id: string;
  readonly ts: string;
  readonly from: string;
  readonly task: string | null;
  readonly score: number;
}

function pointOf({ id, ts, from, data }: Message): Point | null {
  const score = isObject(data) ? data["quality_self_score"] : undefined;
  if (typeof score !== "number" || !Number.isFinite(score)) return null;
  return { id, ts, from, task: taskOf(data), score };
}

/** The task a message is about, under the names agents use for it. */
function taskOf(data: Data | undefined): string | null {
  if (!isObject(data)) return null;
  for (const name of ["task", "task_id", "taskId"]) if (typeof data[name] === "string") return data[name];
  return null;
}

export interface Sender {
  readonly from: string;
  readonly count: number;
  readonly errors: number;
  readonly lastTs: string;
  readonly lastType: string;
}

export class Tally {
  readonly states: States = new Map();
  readonly points: Point[] = [];
  readonly types = new Map<string, number>();
  readonly #senders = new Map<string, Sender>();

  add(message: Message): void {
    const { type, from, ts } = message;
    const before = this.#senders.get(from);
    const errors = (before?.errors ?? 0) + (type === "error" ? 1 : 0);
    this.#senders.set(from, { from, count: (before?.count ?? 0) + 1, errors, lastTs: ts, lastType: type });
    this.types.set(type, (this.types.get(type) ?? 0) + 1);
    foldState(this.states, message);
    const point = pointOf(message);
    if (point !== null) this.points.push(point);
  }

  get senders(): readonly Sender[] {
    return [...this.#senders.values()];
  }

  get trends(): readonly Trend[] {
    const groups = Map.groupBy(this.points, ({ from }) => from);
    return [...groups].map(([from, points]) => ({ from, points, ...movement(points) }));
  }
}

export interface Trend {
  readonly from: string;
  readonly points: readonly Point[];
  /** From the first score to the last. */
  readonly change: number;
  /** The largest fall from one score to the next; 0 where none fell. */
  readonly fallMax: number;
}

function movement(points: readonly Point[]): Pick<Trend, "change" | "fallMax"> {
  const scores = points.map(({ score }) => score);
  const fallMax = scores.reduce((most, score, at) => Math.max(most, (scores[at - 1] ?? score) - score), 0);
  return { change: (scores.at(-1) ?? 0) - (scores[0] ?? 0), fallMax };
}

function has(wanted: readonly string[] | undefined, word: string): boolean {
  return wanted === undefined || wanted.includes(word);
}
