/**
 * The gaps of each role's template: their names, how much each may hold, and which of them Reeve writes itself. A user's
 * own template may use the same gaps in any order, or leave some out.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AdvisorRole } from "../../domain/work/role-answers.ts";
import { type Filled, fillTemplate } from "../../engine/advisor/fill-template.ts";

interface GapRule {
  readonly lengthMax: number;
  readonly isOwn?: boolean;
}

export const ROLE_GAPS = {
  planner: {
    spec: { lengthMax: 120_000 },
    agents: { lengthMax: 4_000, isOwn: true },
    repository: { lengthMax: 12_000 },
    current: { lengthMax: 60_000 },
    diagnosis: { lengthMax: 20_000 },
  },
  debugger: {
    task_id: { lengthMax: 200, isOwn: true },
    title: { lengthMax: 500 },
    task: { lengthMax: 20_000 },
    report: { lengthMax: 60_000 },
    result: { lengthMax: 20_000 },
  },
  supervisor: {
    trigger: { lengthMax: 10_000 },
    state: { lengthMax: 20_000 },
    task_id: { lengthMax: 200, isOwn: true },
    task: { lengthMax: 40_000 },
    history: { lengthMax: 40_000 },
  },
  reviewer: {
    task: { lengthMax: 20_000 },
    claim: { lengthMax: 10_000 },
    checks: { lengthMax: 20_000 },
    diff: { lengthMax: 100_000 },
  },
  coherence: {
    base: { lengthMax: 200, isOwn: true },
    tasks: { lengthMax: 20_000 },
    contract: { lengthMax: 20_000 },
    changes: { lengthMax: 20_000, isOwn: true },
  },
} as const satisfies Record<AdvisorRole, Readonly<Record<string, GapRule>>>;

export type RoleGap<R extends AdvisorRole> = Extract<keyof (typeof ROLE_GAPS)[R], string>;

/** What is empty is shown as nothing. */
export function rolePrompt<R extends AdvisorRole>(
  role: R,
  template: string,
  texts: Readonly<Record<RoleGap<R>, string>>,
): Filled {
  const rules: Readonly<Record<string, GapRule>> = ROLE_GAPS[role];
  const given: Readonly<Record<string, string>> = texts;
  const gaps = Object.entries(rules).map(([name, rule]) => [name, { ...rule, text: given[name] ?? "" }] as const);
  return fillTemplate(template, Object.fromEntries(gaps));
}

const TEMPLATES_DIR = ".reeve-templates";

/** The user's own, where `configured` (relative to the project) or the project's templates folder has one; else Reeve's. */
export function readTemplate(role: AdvisorRole, root: string, configured?: string): string {
  const own = configured === undefined ? join(root, TEMPLATES_DIR, `${role}.txt`) : join(root, configured);
  if (configured !== undefined || existsSync(own)) return readFileSync(own, "utf8");
  return builtInTemplate(role);
}

export function builtInTemplate(role: AdvisorRole): string {
  return readFileSync(new URL(`./templates/${role}.txt`, import.meta.url), "utf8");
}
