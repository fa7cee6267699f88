/**
 * The building blocks of both files' schemas. Every block takes the hint a person gets when the value does not fit;
 * the same schemas become the JSON Schemas for editors. Shapes of single values only: what refers to something else in
 * a file is checked elsewhere.
 */
import { z } from "zod";

/** Letters, digits, `.`, `_`, `-`: safe as a file name, in a branch name and on a command line. */
export const NAME_PATTERN = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Longer waits do not fit into a timer (24.8 days). */
const SECONDS_MAX = 2_000_000;
const MINUTES_MAX = 33_000;

/** A mapping with known keys. Its message for an unknown key is the list of the known ones; see check-shape.ts. */
export function mapping<S extends z.ZodRawShape>(shape: S, hint: string): z.ZodObject<S, z.core.$strict> {
  const known = Object.keys(shape).join(" ");
  return z.strictObject(shape, { error: (issue) => (issue.code === "unrecognized_keys" ? known : hint) });
}

export function list<T extends z.ZodType>(item: T, hint: string): z.ZodArray<T> {
  return z.array(item, { error: hint });
}

/** Text that says something. */
export function text(hint: string): z.ZodString {
  return anyText(hint).regex(/\S/, { error: hint });
}

/** NUL is refused: no program argument, file name or environment value can carry it. */
export function anyText(hint: string): z.ZodString {
  return z.string({ error: hint }).refine((value) => !value.includes("\0"), {
    error: "remove the \\0",
    params: { what: "contains a NUL character" },
  });
}

export function oneOf<const V extends readonly [string, ...string[]]>(
  values: V,
): z.ZodEnum<z.core.util.ToEnum<V[number]>> {
  return z.enum(values, { error: `one of: ${values.join(", ")}` });
}

/** A name others refer to. Names every JavaScript object has are refused, so no lookup can find the wrong thing. */
export function name(what: string): z.ZodString {
  const hint = `${what}: 1 to 64 letters, digits, ".", "_" or "-", starting with a letter or digit, without ".."`;
  return z
    .string({ error: hint })
    .regex(NAME_PATTERN, { error: hint })
    .refine((value) => !(value in Object.prototype), {
      error: "choose another name",
      params: { what: "is a reserved word" },
    })
    .refine((value) => !/(\.lock|\.)$/i.test(value), {
      error: "choose another ending",
      params: { what: 'ends in "." or ".lock", which git refuses in branch names' },
    });
}

export function whole(min: number, max: number, hint: string): z.ZodInt {
  return z.int({ error: hint }).min(min, { error: hint }).max(max, { error: hint });
}

/** More than nothing: a limit of 0 would stop everything, and leaving it out means no limit. */
export function amount(max: number, hint: string): z.ZodNumber {
  return z.number({ error: hint }).positive({ error: hint }).max(max, { error: hint });
}

export function seconds(hint: string): z.ZodNumber {
  return amount(SECONDS_MAX, hint);
}

export function minutes(hint: string): z.ZodNumber {
  return amount(MINUTES_MAX, hint);
}

/** A path inside the workspace. Which rule a bad one breaks is told by `pathProblem`. */
export function workspacePath(hint: string): z.ZodType<string> {
  return text(hint).superRefine((value, context) => {
    const problem = pathProblem(value);
    if (problem) context.addIssue({ code: "custom", message: problem.hint, params: { what: problem.what } });
  });
}

function pathProblem(path: string): { what: string; hint: string } | undefined {
  const relative = "write it relative to the workspace, like src/main.ts";
  if (path.includes("\\")) return { what: "has a backslash", hint: "separate folders with /" };
  if (/^(\/|[A-Za-z]:)/.test(path)) return { what: "is absolute", hint: relative };
  if (/^~/.test(path)) return { what: "begins with ~, which no shell replaces here", hint: relative };
  const normal = normalPath(path);
  if (normal === undefined) return { what: "leaves the workspace", hint: relative };
  return normal === "" ? { what: "is the workspace itself", hint: "name files or folders in it" } : undefined;
}

/** `./src//a/../b.ts` → `src/b.ts`; undefined where the path climbs out, empty where it names the start. */
export function normalPath(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

export const flag = z.boolean({ error: "true or false" });
