/** `reeve check [plan]`: reads reeve.yaml and the plan, reports every mistake at once, and starts nothing. */
import { type Checked, formatMistake, type Mistake } from "../../../config/mistakes/mistake.ts";
import { describePlan, type PlanFacts } from "../../../plan/describe-plan.ts";
import { checkMoney } from "../../../runtime/check-money.ts";
import { type Loaded, loadPlan } from "../../../runtime/load.ts";
import { findProject, type Project, standardPlan } from "../../../runtime/project.ts";
import { countOf } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";

export async function checkCommand(io: Io, plan: string | undefined, options: CommonOptions): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const loaded = await loadAffordable(project, plan ?? standardPlan(project, io.cwd), io);
  const mistakes = loaded.ok ? [] : loaded.mistakes;
  const facts = loaded.ok ? describePlan(loaded.value.plan) : null;
  if (options.json) printJson(io, { ok: loaded.ok, mistakes, warnings: loaded.warnings, plan: facts });
  else report(io, mistakes, loaded.warnings, facts);
  return loaded.ok ? EXIT.ok : EXIT.badInput;
}

/** A plan that may be worked: both files are right, and their budgets in dollars can be kept. */
export async function loadAffordable(project: Project, planFile: string, io: Io): Promise<Checked<Loaded>> {
  const loaded = loadPlan(project, planFile, io.cwd);
  if (!loaded.ok) return loaded;
  const { config, plan } = loaded.value;
  const question = { project, config, tasks: plan.tasks, planFile, cwd: io.cwd, now: io.now() };
  const mistakes = await checkMoney(question);
  return mistakes.length === 0 ? loaded : { ok: false, mistakes, warnings: loaded.warnings };
}

export function reportMistakes(io: Io, mistakes: readonly Mistake[], warnings: readonly Mistake[]): void {
  const lines = [...mistakes, ...warnings].map((mistake) =>
    mistake.severity === "warning" ? `${formatMistake(mistake)} (warning)` : formatMistake(mistake),
  );
  if (lines.length > 0) io.err(`${lines.join("\n")}\n`);
}

function report(io: Io, mistakes: readonly Mistake[], warnings: readonly Mistake[], facts: PlanFacts | null): void {
  reportMistakes(io, mistakes, warnings);
  if (facts === null) return io.err(`${countOf(mistakes.length, "mistake")}; nothing was started.\n`);
  const agents = Object.entries(facts.agents).map(([name, count]) => `${name} ×${count}`);
  print(io, [
    `The plan is good: ${countOf(facts.tasks, "task")}${facts.gangs > 0 ? `, ${countOf(facts.gangs, "gang")}` : ""}, ${facts.ready} can start at once, at most about ${facts.widest} side by side.`,
    `Agents: ${agents.join(", ")}. Longest chain: ${facts.longestChain.join(" → ")}.`,
  ]);
}
