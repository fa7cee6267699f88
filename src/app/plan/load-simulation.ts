/**
 * Reads from disk what a simulation of policies plays: the plan with its reeve.yaml, what can go wrong, and the policies
 * to compare. All mistakes of all files come back at once.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Checked, Mistake } from "../../config/mistakes/mistake.ts";
import { parseFaults } from "../../config/simulation/parse-faults.ts";
import { type NamedPolicy, parsePolicies, sameNames } from "../../config/simulation/parse-policies.ts";
import { decodeUtf8 } from "../../config/yaml/decode-utf8.ts";
import type { Config } from "../../domain/spec/config.ts";
import type { Faults } from "../../domain/spec/faults.ts";
import { type Loaded, loadPlan } from "../project/load.ts";
import { CONFIG_FILE, type Project } from "../project/project.ts";

export interface SimulationFiles {
  readonly plan: string;
  readonly faults: string;
  /** None: the project's own reeve.yaml is played. */
  readonly policies: readonly string[];
}

export interface Simulation {
  readonly plan: Loaded["plan"];
  readonly faults: Faults;
  readonly policies: readonly { readonly name: string; readonly config: Config }[];
}

export function loadSimulation(project: Project, files: SimulationFiles, cwd: string): Checked<Simulation> {
  const loaded = loadPlan(project, files.plan, cwd);
  const tasks = loaded.ok ? loaded.value.plan.tasks.map(({ id }) => id) : null;
  const faults = parsed(files.faults, cwd, (text) => parseFaults(text, files.faults, tasks));
  const policies = loadPolicies(files.policies, cwd);
  const named = policies.ok ? policies.value : [];
  const all = [loaded, faults, policies];
  const mistakes = all.flatMap((each) => (each.ok ? [] : each.mistakes));
  const warnings = all.flatMap((each) => each.warnings);
  if (!loaded.ok || !faults.ok || mistakes.length > 0) return { ok: false, mistakes, warnings };
  const { plan, config } = loaded.value;
  const chosen = named.length > 0 ? named : [{ name: CONFIG_FILE, decides: {} }];
  const value = {
    plan,
    faults: faults.value,
    policies: chosen.map(({ name, decides }) => ({ name, config: { ...config, ...decides } })),
  };
  return { ok: true, value, warnings };
}

/** Every policy of every file, in their order. */
export function loadPolicies(files: readonly string[], cwd: string): Checked<readonly NamedPolicy[]> {
  const each = files.map((file) => parsed(file, cwd, (text) => namedIn(text, file)));
  const named = each.flatMap((checked) => (checked.ok ? checked.value : []));
  const mistakes = [...each.flatMap((checked) => (checked.ok ? [] : checked.mistakes)), ...sameNames(named)];
  const warnings = each.flatMap((checked) => checked.warnings);
  return mistakes.length > 0 ? { ok: false, mistakes, warnings } : { ok: true, value: named, warnings };
}

function namedIn(text: string, file: string): Checked<readonly (NamedPolicy & { readonly file: string })[]> {
  const checked = parsePolicies(text, file);
  return checked.ok ? { ...checked, value: checked.value.map((each) => ({ ...each, file })) } : checked;
}

function parsed<T>(file: string, cwd: string, parse: (text: string) => Checked<T>): Checked<T> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(resolve(cwd, file));
  } catch (error) {
    return { ok: false, mistakes: [unreadable(file, error as NodeJS.ErrnoException)], warnings: [] };
  }
  const decoded = decodeUtf8(bytes, file);
  return decoded.ok ? parse(decoded.text) : { ok: false, mistakes: [decoded.mistake], warnings: [] };
}

function unreadable(file: string, error: NodeJS.ErrnoException): Mistake {
  const what = error.code === "ENOENT" ? "does not exist" : `cannot be read (${error.code ?? error.message})`;
  const hint = "docs/policy-simulation.md shows what to write into it";
  return { file, line: 1, col: 1, what, hint, severity: "error" };
}
