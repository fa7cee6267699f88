/**
 * One misfit between a value and its schema → what a person reads. The hint is the schema's own message (fields.ts);
 * the sentence before it is made here, from the kind of misfit.
 */
import type { z } from "zod";
import { asMapping } from "../../basics/loose.ts";
import type { Path, Report } from "../yaml/open-source.ts";
import { describePath, describeValue } from "./describe-value.ts";
import { quote } from "./mistake.ts";

export type Misfit = z.core.$ZodIssue;

export interface Finding {
  readonly path: Path;
  readonly what: string;
  readonly hint: string;
  readonly on?: "key" | "value";
}

export function findingsOf(misfit: Misfit, root: unknown, report: Report): Finding[] {
  const { path, message: hint } = misfit;
  const where = describePath(root, path);
  switch (misfit.code) {
    case "unrecognized_keys":
      return misfit.keys.map((key) => unknownKey(key, hint.split(" "), path, where, report));
    case "invalid_key":
      return [refusedName(misfit, where)];
    case "invalid_value":
      return [unknownChoice({ path, hint, input: misfit.input }, misfit.values.map(String), where, report)];
    case "invalid_union":
      if (misfit.errors.length > 0) return [wrongType(misfit, where, report)];
      // No branch for this `kind`: zod gives the whole mapping, the person wrote the one value.
      return [unknownChoice({ path, hint, input: asMapping(misfit.input)[String(path.at(-1))] }, [], where, report)];
    case "custom":
      return [{ path, what: `${where}${said(misfit.input)} ${String(misfit.params?.what ?? "is not valid")}`, hint }];
    case "too_small":
    case "too_big":
      return [
        {
          path,
          what:
            misfit.origin === "array"
              ? `${where} is empty`
              : `${where} is ${describeValue(misfit.input)}, out of range`,
          hint,
        },
      ];
    case "invalid_format":
      return [{ path, what: `${where} is ${notAllowed(misfit.input)}`, hint }];
    default:
      return [wrongType(misfit, where, report)];
  }
}

function refusedName(misfit: z.core.$ZodIssueInvalidKey, where: string): Finding {
  const [inner] = misfit.issues;
  const reason = inner?.code === "custom" ? inner.params?.what : undefined;
  const what = `${where} ${String(reason ?? "is not an allowed name")}`;
  return { path: misfit.path, what, hint: inner?.message ?? misfit.message, on: "key" };
}

function wrongType(misfit: Misfit, where: string, report: Report): Finding {
  const { path, input, message: hint } = misfit;
  if (input === undefined) return { path, what: `${where} is missing`, hint };
  if (input === null) return { path, what: `${where} has no value`, hint };
  const expected = misfit.code === "invalid_type" ? misfit.expected : "";
  const written = typeof input === "object" || typeof input === "string" ? undefined : report.written(path);
  const needsQuotes = expectsText(misfit) && written !== undefined;
  return {
    path,
    what: `${where} is ${written ?? describeValue(input)}, ${EXPECTED[expected] ?? "which does not fit"}`,
    hint: needsQuotes ? `put it in quotes: "${written}"` : hint,
  };
}

function expectsText(misfit: Misfit): boolean {
  if (misfit.code === "invalid_union") return misfit.errors.some((branch) => branch.some(expectsText));
  return misfit.code === "invalid_type" && misfit.expected === "string";
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: "not text",
  number: "not a number",
  int: "not a whole number",
  array: "not a list",
  object: "not a mapping",
  record: "not a mapping",
};

function unknownKey(key: string, known: readonly string[], path: Path, where: string, report: Report): Finding {
  const meant = report.suggest(key, known) ?? known.find((name) => OTHER_WORDS.get(key.toLowerCase()) === name);
  const hint = meant ? `did you mean ${quote(meant)}?` : `known keys: ${known.join(", ")}`;
  const what = `unknown key ${quote(key)}${path.length > 0 ? ` in ${where}` : ""}`;
  return { path: [...path, key], what, hint, on: "key" };
}

/** What other tools call the same thing. */
const OTHER_WORDS = new Map([
  ["cmd", "command"],
  ["concurrency", "max_parallel"],
  ["dependencies", "depends_on"],
  ["deps", "depends_on"],
  ["description", "prompt"],
  ["environment", "env"],
  ["group", "gang"],
  ["instructions", "prompt"],
  ["model", "tier"],
  ["models", "tiers"],
  ["name", "id"],
  ["needs", "depends_on"],
  ["requires", "depends_on"],
  ["timeout", "timeout_s"],
  ["type", "adapter"],
]);

function unknownChoice(given: Given, values: readonly string[], where: string, report: Report): Finding {
  const { path, hint, input } = given;
  if (input === undefined) return { path, what: `${where} is missing`, hint };
  if (input === null) return { path, what: `${where} has no value`, hint };
  const meant = typeof input === "string" ? report.suggest(input, values) : undefined;
  const what = `${where} is ${describeValue(input)}, which is not known`;
  return { path, what, hint: meant ? `did you mean ${quote(meant)}? ${hint}` : hint };
}

interface Given {
  readonly path: Path;
  readonly hint: string;
  readonly input: unknown;
}

function notAllowed(input: unknown): string {
  const isBlank = typeof input === "string" && input.trim() === "";
  return isBlank ? "blank" : `${describeValue(input)}, which is not allowed`;
}

function said(input: unknown): string {
  return typeof input === "string" ? ` ${quote(input)}` : "";
}
