/** `reeve check [plan]`: reads reeve.yaml and the plan, reports every mistake at once, and starts nothing. */
import { formatMistake, type Mistake } from "../../../config/mistake.ts";
import { describePlan, type PlanFacts } from "../../../plan/describe-plan.ts";
import { loadPlan } from "../../../runtime/load.ts";
import { findProject, standardPlan } from "../../../runtime/project.ts";
import { countOf } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";

export function checkCommand(io: Io, plan: string | undefined, options: CommonOptions): ExitCode {
  const project = findProject(io.cwd);
  const loaded = loadPlan(project, plan ?? standardPlan(project, io.cwd), io.cwd);
  const mistakes = loaded.ok ? [] : loaded.mistakes;
  const facts = loaded.ok ? describePlan(loaded.value.plan) : null;
  if (options.json) printJson(io, { ok: loaded.ok, mistakes, warnings: loaded.warnings, plan: facts });
  else report(io, mistakes, loaded.warnings, facts);
  return loaded.ok ? EXIT.ok : EXIT.badInput;
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
