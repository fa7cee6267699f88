/** Looks into values whose shape may be wrong: what does not fit reads as empty, so later checks still see the rest. */

export function asMapping(value: unknown): Readonly<Record<string, unknown>> {
  const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMapping ? (value as Record<string, unknown>) : EMPTY;
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

const EMPTY: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));
