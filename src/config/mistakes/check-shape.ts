/**
 * Checks a value against a schema and reports every misfit with its place. How a misfit reads is decided in
 * misfit-words.ts.
 */
import type { z } from "zod";
import type { Report } from "../yaml/open-source.ts";
import { findingsOf, type Misfit } from "./misfit-words.ts";

/** The checked value, or undefined when something was reported. */
export function checkShape<S extends z.ZodType>(schema: S, value: unknown, report: Report): z.output<S> | undefined {
  let checked = schema.safeParse(value, ONCE);
  if (checked.success) return checked.data;
  // Text that was written as a bare whole number is text all the same; once replaced, the schema looks again.
  const repaired = misfitsOf(checked.error).filter((misfit) => repairText(value, misfit, report));
  if (repaired.length > 0) checked = schema.safeParse(value, ONCE);
  if (checked.success) return checked.data;
  for (const misfit of misfitsOf(checked.error)) {
    for (const { path, what, hint, on } of findingsOf(misfit, value, report)) report.mistake(path, what, hint, on);
  }
  return undefined;
}

/** Nothing is compiled for what is checked once. */
const ONCE = { reportInput: true, jitless: true } as const;

function misfitsOf(error: z.core.$ZodError): Misfit[] {
  return error.issues.flatMap((issue) => intoUnion(issue));
}

/** A union says only that no branch fits; what a person wants to know is what is wrong in the branch they meant. */
function intoUnion(issue: Misfit): Misfit[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  // What is wrong with the whole value names no input of its own: it is that of the union.
  const branches = issue.errors.map((branch) => branch.map((misfit) => withInput(misfit, issue.input)));
  const isMeant = (branch: readonly Misfit[]): boolean =>
    !branch.some((misfit) => misfit.path.length === 0 && isOtherKind(misfit));
  const meant = branches.find(isMeant);
  if (!meant) return [issue];
  return meant.flatMap((misfit) => intoUnion({ ...misfit, path: [...issue.path, ...misfit.path] }));
}

function withInput(misfit: Misfit, input: unknown): Misfit {
  return misfit.path.length === 0 && misfit.input === undefined ? ({ ...misfit, input } as Misfit) : misfit;
}

function isOtherKind(misfit: Misfit): boolean {
  return misfit.code === "invalid_type" || (misfit.code === "invalid_value" && typeof misfit.input !== "string");
}

/** `1` may stand for "1". `007`, `1.0`, `1e3` and `true` may not: what was meant would be a guess. */
function repairText(root: unknown, misfit: Misfit, report: Report): boolean {
  if (misfit.code !== "invalid_type" || misfit.expected !== "string" || !Number.isSafeInteger(misfit.input))
    return false;
  const key = misfit.path.at(-1);
  const written = report.written(misfit.path);
  const container = misfit.path.slice(0, -1).reduce<unknown>(childOf, root);
  if (key === undefined || written !== String(misfit.input) || !isObject(container)) return false;
  return Reflect.set(container, key, written);
}

function childOf(container: unknown, key: PropertyKey): unknown {
  return isObject(container) ? Reflect.get(container, key) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
