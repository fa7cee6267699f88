/**
 * A file of policies to compare → for each its name and the part of a Config it decides. One YAML document per policy,
 * in the words of `reeve.yaml`; a section that is left out stays as it is there, one that is given replaces it whole.
 */

import { asMapping, asText } from "../../basics/loose.ts";
import { present } from "../../basics/present.ts";
import type { Config } from "../../domain/spec/config.ts";
import { configSchema } from "../config-schema.ts";
import { mapping, text } from "../fields/fields.ts";
import { checkShape } from "../mistakes/check-shape.ts";
import { type Checked, type Mistake, quote } from "../mistakes/mistake.ts";
import { toConfig } from "../parse-config.ts";
import { openSource } from "../yaml/open-source.ts";

export interface NamedPolicy {
  readonly name: string;
  readonly decides: Partial<Pick<Config, "policies" | "workspace" | "budgets" | "maxParallel">>;
}

const LENGTH_MAX = 262_144;
const POLICIES_MAX = 20;
const EMPTY_HINT = "write the part of reeve.yaml that differs: policies: { attempts_max: 5 }";

const { policies, workspace, budgets, max_parallel } = configSchema.shape;
export const policySchema = mapping(
  {
    name: text("a short name").max(40, { error: "40 characters or fewer" }).optional(),
    policies: policies.optional(),
    workspace: workspace.optional(),
    budgets: budgets.optional(),
    max_parallel: max_parallel.optional(),
  },
  EMPTY_HINT,
);

export function parsePolicies(source: string, file: string): Checked<readonly NamedPolicy[]> {
  const parts = documentsOf(source);
  const checked = parts.map((part, index) => parsePolicy(part, file, parts.length > 1 ? ` ${index + 1}` : ""));
  const mistakes = checked.flatMap((each) => (each.ok ? [] : each.mistakes));
  const warnings = checked.flatMap((each) => each.warnings);
  const value = checked.flatMap((each) => (each.ok ? [each.value] : []));
  if (parts.length > POLICIES_MAX) mistakes.push(tooMany(file, parts.length));
  return mistakes.length > 0 ? { ok: false, mistakes, warnings } : { ok: true, value, warnings };
}

function parsePolicy(source: string, file: string, which: string): Checked<NamedPolicy> {
  const opened = openSource(source, file, { lengthMax: LENGTH_MAX, emptyHint: EMPTY_HINT });
  if (!opened.ok) return { ok: false, mistakes: opened.mistakes, warnings: [] };
  const { value, report } = opened;
  checkShape(policySchema, value, report);
  const given = asMapping(value);
  return report.finish(() => ({
    name: asText(given["name"]) ?? `${fileTitle(file)}${which}`,
    decides: decided(given),
  }));
}

/** Only what was written decides anything. */
function decided({ name: _, ...given }: Readonly<Record<string, unknown>>): NamedPolicy["decides"] {
  const config = toConfig(configSchema.parse({ agents: {}, ...given }));
  const of = <T>(key: string, value: T): T | undefined => (given[key] === undefined ? undefined : value);
  return present({
    policies: of("policies", config.policies),
    workspace: of("workspace", config.workspace),
    budgets: of("budgets", config.budgets),
    maxParallel: of("max_parallel", config.maxParallel),
  });
}

/** The documents of a file, each behind as many empty lines as stand before it: places stay true. */
function documentsOf(source: string): string[] {
  const parts: string[] = [];
  let lines = 0;
  for (const part of source.split(/^---(?=\s|$)/m)) {
    const isEmpty = part.split("\n").every((line) => /^\s*(#.*)?$/.test(line));
    if (!isEmpty) parts.push("\n".repeat(lines) + part);
    lines += part.split("\n").length - 1;
  }
  return parts.length === 0 ? [source.replace(/^---(?=\s|$)/m, "")] : parts;
}

function tooMany(file: string, count: number): Mistake {
  const what = `the file has ${count} policies, at most ${POLICIES_MAX} are compared`;
  return { file, line: 1, col: 1, what, hint: "compare fewer at once", severity: "error" };
}

/** Two policies of one name could not be told apart in the table. */
export function sameNames(named: readonly (NamedPolicy & { readonly file: string })[]): readonly Mistake[] {
  return named.flatMap(({ name, file }, index) => {
    if (named.findIndex((other) => other.name === name) === index) return [];
    const what = `two policies are called ${quote(name)}`;
    return [{ file, line: 1, col: 1, what, hint: "give each a name: of its own", severity: "error" as const }];
  });
}

function fileTitle(file: string): string {
  return (file.split(/[/\\]/).at(-1) ?? file).replace(/\.ya?ml$/, "");
}
