/** The kinds of value a script holds, and reading mappings of them. Every misfit is told with its place and its form. */
import type { Path, Report } from "../../../config/yaml/open-source.ts";
import { FAILURE_CLASSES, type FailureClass, type RestartKind } from "../../../domain/proof/failure.ts";

export interface Kind<T> {
  /** For a person: "… is expected here". */
  readonly what: string;
  readonly is: (value: unknown) => value is T;
}

export type Mapping = Readonly<Record<string, unknown>>;
const RESTARTS: readonly RestartKind[] = ["transient", "persistent", "terminal", "unknown"];

export const text = kind("a text", (value): value is string => typeof value === "string");
export const anything = kind("a value", (value): value is unknown => value !== undefined);
export const amount = kind(
  "a number, 0 or more",
  (value): value is number => Number.isFinite(value) && Number(value) >= 0,
);
export const exitCode = kind(
  "a whole number from 0 to 255",
  (value): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255,
);
export const signalName = kind(
  "a signal like SIGKILL",
  (value): value is string => typeof value === "string" && /^SIG[A-Z0-9]+$/.test(value),
);
export const mapping = kind(
  "a mapping",
  (value): value is Mapping => typeof value === "object" && value !== null && !Array.isArray(value),
);
export const list = kind("a list", (value): value is readonly unknown[] => Array.isArray(value));
export const result = kind(
  "a mapping (or a text, for a malformed result)",
  (value): value is Mapping | string => text.is(value) || mapping.is(value),
);
export const failureClass = kind(`one of: ${FAILURE_CLASSES.join(", ")}`, (value): value is FailureClass =>
  FAILURE_CLASSES.some((known) => known === value),
);
export const restartKind = kind(`one of: ${RESTARTS.join(", ")}`, (value): value is RestartKind =>
  RESTARTS.some((known) => known === value),
);

type Shape = Readonly<Record<string, Kind<unknown>>>;
type Fields<S extends Shape> = { readonly [K in keyof S]?: S[K] extends Kind<infer T> ? T : never };

/** The fields of a mapping; what does not fit or is not known is a mistake, and left out. */
export function readFields<S extends Shape>(value: unknown, path: Path, shape: S, report: Report): Fields<S> {
  const known = Object.keys(shape);
  const given = readKind(mapping, value, path, report) ?? {};
  const fields: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(given)) {
    const kind = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (kind) fields[key] = readKind(kind, item, [...path, key], report);
    else tellUnknown("key", key, known, [...path, key], report);
  }
  return fields as Fields<S>;
}

export function readKind<T>(kind: Kind<T>, value: unknown, path: Path, report: Report): T | undefined {
  if (kind.is(value)) return value;
  report.mistake(path, "this value does not fit", `write ${kind.what}`);
  return undefined;
}

export function tellUnknown(what: string, name: string, known: readonly string[], path: Path, report: Report): void {
  const near = report.suggest(name, known);
  const hint = near ? `did you mean \`${near}\`?` : `use one of: ${known.join(", ")}`;
  report.mistake(path, `there is no ${what} ${JSON.stringify(name.slice(0, 60))} here`, hint, "key");
}

function kind<T>(what: string, is: (value: unknown) => value is T): Kind<T> {
  return { what, is };
}
