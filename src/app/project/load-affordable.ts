/** A plan that may be worked: both files are right, their budgets in dollars can be kept, and their adapters are there. Starts nothing. */
import type { Checked } from "../../config/mistakes/mistake.ts";
import { checkAdapters } from "./check-adapters.ts";
import { checkMoney } from "./check-money.ts";
import { type Loaded, loadPlan } from "./load.ts";
import type { Project } from "./project.ts";

/** Where the person stands who names files, and when. */
export interface Standpoint {
  readonly cwd: string;
  readonly now: number;
  readonly env?: NodeJS.ProcessEnv;
}

export async function loadAffordable(
  project: Project,
  planFile: string,
  { cwd, now, env }: Standpoint,
): Promise<Checked<Loaded>> {
  const loaded = loadPlan(project, planFile, cwd);
  if (!loaded.ok) return loaded;
  const { config, plan } = loaded.value;
  const { tasks, gangs } = plan;
  const money = await checkMoney({ project, config, tasks, gangs, planFile, cwd, now, ...(env && { env }) });
  const found = [...money, ...(await checkAdapters(project, config))];
  const mistakes = found.filter(({ severity }) => severity === "error");
  const warnings = [...loaded.warnings, ...found.filter(({ severity }) => severity === "warning")];
  return mistakes.length === 0 ? { ...loaded, warnings } : { ok: false, mistakes, warnings };
}
