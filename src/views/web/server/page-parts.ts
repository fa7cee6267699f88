/** A run's page in small parts, so that only what changed is sent: tasks and their lines of time one by one, the rest by name. Pure. */
import type { RunPage } from "../../model/run-page.ts";
import { safeJson } from "./safe-json.ts";

export type PageParts = Readonly<Record<string, unknown>>;

export interface PagePatch {
  readonly seq: number;
  readonly set: PageParts;
  readonly drop: readonly string[];
}

/** Each part as text, by its name. */
export type PartTexts = ReadonlyMap<string, string>;

export function partTexts({ view, needs, next, over }: RunPage): PartTexts {
  const { tasks, tree, waiting: _, unproved: __, ...rest } = view;
  const { lines, ...time } = over;
  const order = tasks.map(({ id }) => id);
  const texts = new Map(
    Object.entries({ view: rest, tree, needs, next, over: time, order }).map(([name, value]) => [
      name,
      safeJson(value),
    ]),
  );
  for (const task of tasks) texts.set(`task ${task.id}`, safeJson(task));
  for (const [id, line] of Object.entries(lines)) texts.set(`line ${id}`, safeJson(line));
  return texts;
}

/** Remembers what somebody has; gives what is new to them. Null: nothing is. */
export class PartsSent {
  #known: PartTexts = new Map();

  patch(seq: number, texts: PartTexts): string | null {
    const known = this.#known;
    if (known === texts) return null;
    const set = [...texts].flatMap(([key, text]) =>
      known.get(key) === text ? [] : [`${JSON.stringify(key)}:${text}`],
    );
    const drop = [...known.keys()].filter((key) => !texts.has(key));
    this.#known = texts;
    if (set.length === 0 && drop.length === 0) return null;
    return `{"seq":${seq},"set":{${set.join(",")}},"drop":${JSON.stringify(drop)}}`;
  }
}
