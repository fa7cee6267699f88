/**
 * The building blocks of what agents in a role hand back. Each publishes one strict form and reads more forgivingly where
 * nothing is lost by it: null counts as absent, an absent list is empty, one text is a list of one, a number is a text
 * where an id is meant, what is too long is cut. Everything is bounded. It decides nothing about what an answer leads to.
 */
import { z } from "zod";

const TEXT_LENGTH_MAX = 4000;
const LIST_LENGTH_MAX = 200;
const COMMAND_LENGTH_MAX = 2000;

/** May be empty; absent is refused. */
export function text(what: string, lengthMax: number = TEXT_LENGTH_MAX) {
  const string = z.string({ error: "must be text" }).max(lengthMax);
  return z.preprocess((value) => cut(asText(value), lengthMax), string).meta({ description: what });
}

export function saying(what: string) {
  const string = z.string({ error: "must be text" }).max(TEXT_LENGTH_MAX).regex(/\S/, { error: "must say something" });
  return z.preprocess((value) => cut(asText(value), TEXT_LENGTH_MAX), string).meta({ description: what });
}

/** Absent: empty. */
export function textOrEmpty(what: string) {
  const string = z.string({ error: "must be text" }).max(TEXT_LENGTH_MAX);
  return z.preprocess((value) => cut(asText(value ?? ""), TEXT_LENGTH_MAX), string).meta({ description: what });
}

/** Not cut: half a prompt would be another prompt. */
export function wholeText(what: string, lengthMax: number) {
  const string = z.string({ error: "must be text" }).regex(/\S/, { error: "must say something" });
  return string.max(lengthMax, { error: `must have at most ${lengthMax} characters` }).meta({ description: what });
}

export function texts(what: string) {
  const list = z.array(text("One of them."), { error: "must be a list of texts" }).max(LIST_LENGTH_MAX);
  return z.preprocess(asList, list).meta({ description: what });
}

/** Absent stays absent: somebody may mean "as it was". */
export function textsIfGiven(what: string) {
  return ifGiven(text("One of them."), what);
}

/** Not cut: half a command is another command. */
export function commandsIfGiven(what: string) {
  return ifGiven(wholeText("One of them.", COMMAND_LENGTH_MAX), what);
}

function ifGiven<T extends z.ZodType>(item: T, what: string) {
  const list = z.array(item, { error: "must be a list of texts" }).max(LIST_LENGTH_MAX).optional();
  return z.preprocess((value) => (value === undefined ? value : asList(value)), list).meta({ description: what });
}

export function listOf<T extends z.ZodType>(item: T, what: string) {
  const list = z.array(item, { error: "must be a list" }).max(LIST_LENGTH_MAX);
  return z.preprocess(asList, list).meta({ description: what });
}

/** Not cut: whoever leaves out the last ones leaves out work. */
export function wholeList<T extends z.ZodType>(item: T, lengthMax: number, what: string) {
  const list = z.array(item, { error: "must be a list" });
  return list.max(lengthMax, { error: `must have at most ${lengthMax} entries` }).meta({ description: what });
}

export function choice<const V extends readonly [string, ...string[]]>(values: V, what: string, fallback?: V[number]) {
  const known = z.enum(values, { error: `must be one of: ${values.join(", ")}` });
  return z.preprocess((value) => asWord(value) ?? fallback, known).meta({ description: what });
}

export function flagOr(fallback: boolean, what: string) {
  return z
    .preprocess((value) => value ?? fallback, z.boolean({ error: "must be true or false" }))
    .meta({ description: what });
}

export function orNull<T extends z.ZodType>(type: T, what: string) {
  return z.preprocess((value) => value ?? null, type.nullable()).meta({ description: what });
}

export function lineNumber(what: string) {
  const number = z.int({ error: "must be a whole number or null" }).min(1).nullable();
  return z.preprocess(asLine, number).meta({ description: what });
}

/** Unknown keys are dropped, and so is what is null. */
export function record<S extends z.ZodRawShape>(shape: S) {
  return z.preprocess(withoutNulls, z.object(shape, { error: "must be an object" }));
}

/** At most so many; the first tell enough. */
const PROBLEMS_MAX = 20;

export function problemsOf(error: z.ZodError): readonly string[] {
  return error.issues.slice(0, PROBLEMS_MAX).map((issue) => {
    const missing = issue.code === "invalid_type" && issue.input === undefined;
    const where = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
    return `${where.replace(/^\./, "") || "the answer"} ${missing ? "is missing" : issue.message}`;
  });
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}

function asList(value: unknown): unknown {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.slice(0, LIST_LENGTH_MAX) : value;
}

function asText(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

function asWord(value: unknown): unknown {
  return typeof value === "string" ? value.trim().toLowerCase() : (value ?? undefined);
}

/** `12`, `"12"`, `"12-20"`; 0 and less are no lines. */
function asLine(value: unknown): unknown {
  const number = typeof value === "string" ? Number.parseInt(value, 10) : (value ?? null);
  return typeof number === "number" && !(number >= 1) ? null : number;
}

/** Not through the middle of a character. */
function cut(value: unknown, lengthMax: number): unknown {
  if (typeof value !== "string" || value.length <= lengthMax) return value;
  const short = value.slice(0, lengthMax);
  return short.isWellFormed() ? short : short.slice(0, -1);
}
