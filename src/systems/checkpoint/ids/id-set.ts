/**
 * Ids that are defined, asked which of them a citation means. A range means every defined id in it; one that names an id that is
 * not there says so. Pure.
 */
import type { Cited } from "./cited-ids.ts";
import { SPAN_MAX } from "./cited-ids.ts";
import { compareIds, type Id, keyOf } from "./id.ts";

export interface Meant {
  readonly keys: readonly string[];
  /** What was cited and is not defined, in the one form. */
  readonly unknown: readonly string[];
}

export class IdSet {
  readonly #keys: ReadonlyMap<string, Id>;
  readonly #parents: ReadonlyMap<string, readonly string[]>;
  readonly #families: ReadonlySet<string>;

  constructor(ids: Iterable<Id>) {
    const keys = new Map<string, Id>();
    const parents = new Map<string, string[]>();
    for (const id of ids) {
      const key = keyOf(id);
      keys.set(key, id);
      for (let length = 1; length < id.numbers.length; length += 1) {
        const parent = keyOf({ ...id, numbers: id.numbers.slice(0, length), suffix: "" });
        parents.set(parent, [...(parents.get(parent) ?? []), key]);
      }
    }
    this.#keys = keys;
    this.#parents = parents;
    this.#families = new Set([...keys.values()].map(({ family }) => family));
  }

  hasFamily(family: string): boolean {
    return this.#families.has(family);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  meantBy({ from, to }: Cited): Meant {
    const [first, last] = [keyOf(from), keyOf(to)];
    if (first === last) return this.#one(first);
    const inside = [...this.#keys.entries()].filter(([, id]) => isBetween(id, from, to)).map(([key]) => key);
    const steps = stepsBetween(from, to);
    const unknown = (steps ?? [first, last]).filter((key) => this.#one(key).keys.length === 0);
    return { keys: inside, unknown };
  }

  #one(key: string): Meant {
    const below = this.#parents.get(key) ?? [];
    if (this.#keys.has(key)) return { keys: [key, ...below], unknown: [] };
    return below.length > 0 ? { keys: below, unknown: [] } : { keys: [], unknown: [key] };
  }
}

function isBetween(id: Id, from: Id, to: Id): boolean {
  if (id.family !== from.family) return false;
  // `1-3` means all criteria of the three.
  const cut = { ...id, numbers: id.numbers.slice(0, from.numbers.length) };
  return compareIds(cut, { ...from, suffix: "" }) >= 0 && compareIds({ ...cut, suffix: "" }, to) <= 0;
}

/** Null where nobody can say how many there are: `1.1` to `3.2`. */
function stepsBetween(from: Id, to: Id): readonly string[] | null {
  const above = from.numbers.slice(0, -1);
  if (above.join(".") !== to.numbers.slice(0, -1).join(".")) return null;
  const [first, last] = [from.numbers.at(-1) ?? 0, to.numbers.at(-1) ?? 0];
  return Array.from({ length: Math.min(last - first, SPAN_MAX) + 1 }, (_, step) =>
    keyOf({ family: from.family, numbers: [...above, first + step], suffix: "" }),
  );
}
