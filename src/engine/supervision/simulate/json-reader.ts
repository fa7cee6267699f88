/**
 * Reading JSON that a person wrote: every mistake is collected with its place, and reading goes on, so all are told at
 * once. What a reader returns after a mistake is only a stand-in; who finds mistakes must not use it.
 */
export interface Place {
  /** `tree.children[1]` */
  readonly at: string;
  readonly mistakes: string[];
}

export function wrong(place: Place, what: string): void {
  place.mistakes.push(`${place.at || "the case"} ${what}`);
}

/** The fields of an object; a key that is not among `known` is a mistake. */
export function fields(value: unknown, place: Place, known: readonly string[] | "any"): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    wrong(place, `must be an object, not ${nameOf(value)}`);
    return new Fields({}, place);
  }
  if (known !== "any") {
    for (const key of Object.keys(value)) {
      if (!known.includes(key)) wrong(place, `has an unknown key "${key}"; it may have ${known.join(", ")}`);
    }
  }
  return new Fields(value as Record<string, unknown>, place);
}

export class Fields {
  private readonly values: Record<string, unknown>;
  private readonly place: Place;

  constructor(values: Record<string, unknown>, place: Place) {
    this.values = values;
    this.place = place;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.values, key);
  }

  get(key: string): unknown {
    return this.has(key) ? this.values[key] : undefined;
  }

  at(key: string): Place {
    return { at: this.place.at === "" ? key : `${this.place.at}.${key}`, mistakes: this.place.mistakes };
  }

  text(key: string, fallback?: string): string {
    const value = this.get(key) ?? fallback;
    if (typeof value === "string") return value;
    wrong(this.at(key), `must be a text, not ${nameOf(value)}`);
    return "";
  }

  flag(key: string, fallback: boolean): boolean {
    const value = this.get(key) ?? fallback;
    if (typeof value === "boolean") return value;
    wrong(this.at(key), `must be true or false, not ${nameOf(value)}`);
    return fallback;
  }

  number(key: string, rule: { readonly min: number; readonly whole?: boolean; readonly fallback?: number }): number {
    const value = this.get(key) ?? rule.fallback;
    const ok = typeof value === "number" && Number.isFinite(value) && value >= rule.min;
    if (ok && (!rule.whole || Number.isSafeInteger(value))) return value;
    wrong(this.at(key), `must be a ${rule.whole ? "whole " : ""}number, ${rule.min} or more, not ${nameOf(value)}`);
    return rule.min;
  }

  oneOf<T extends string>(key: string, options: readonly [T, ...T[]], fallback?: T): T {
    return oneOf(this.get(key) ?? fallback, this.at(key), options);
  }

  list<T>(key: string, read: (value: unknown, place: Place) => T): T[] {
    const value = this.get(key) ?? [];
    const place = this.at(key);
    if (Array.isArray(value)) return value.map((each, i) => read(each, { ...place, at: `${place.at}[${i}]` }));
    wrong(place, `must be a list, not ${nameOf(value)}`);
    return [];
  }
}

export function oneOf<T extends string>(value: unknown, place: Place, options: readonly [T, ...T[]]): T {
  const found = options.find((option) => option === value);
  if (found === undefined) wrong(place, `must be one of ${options.join(", ")}, not ${nameOf(value)}`);
  return found ?? options[0];
}

function nameOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return JSON.stringify(value).slice(0, 40);
}
