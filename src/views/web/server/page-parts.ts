/** A run's page in small parts, so that only what changed is sent: tasks and their lines of time one by one, the rest by name. Pure. */
import type { RunPage } from "../../model/run-page.ts";

export type PageParts = Readonly<Record<string, unknown>>;

export interface PagePatch {
  readonly seq: number;
  readonly set: PageParts;
  readonly drop: readonly string[];
}

export function pageParts({ view, needs, next, over }: RunPage): PageParts {
  const { tasks, tree, waiting: _, unproved: __, ...rest } = view;
  const { lines, ...time } = over;
  return {
    view: rest,
    tree,
    needs,
    next,
    over: time,
    order: tasks.map(({ id }) => id),
    ...Object.fromEntries(tasks.map((task) => [`task ${task.id}`, task])),
    ...Object.fromEntries(Object.entries(lines).map(([id, line]) => [`line ${id}`, line])),
  };
}

/** Remembers what somebody has, as text; gives what is new to them. Null: nothing is. */
export class PartsSent {
  #known = new Map<string, string>();

  patch(seq: number, parts: PageParts): string | null {
    const set: string[] = [];
    const fresh = new Map<string, string>();
    for (const [key, value] of Object.entries(parts)) {
      const text = JSON.stringify(value);
      fresh.set(key, text);
      if (this.#known.get(key) !== text) set.push(`${JSON.stringify(key)}:${text}`);
    }
    const drop = [...this.#known.keys()].filter((key) => !fresh.has(key));
    this.#known = fresh;
    if (set.length === 0 && drop.length === 0) return null;
    return `{"seq":${seq},"set":{${set.join(",")}},"drop":${JSON.stringify(drop)}}`;
  }
}
