/** `reeve check [plan]`: reads reeve.yaml and the plan, reports every mistake at once, and starts nothing. */
import { checkPlan, type PlanChecked } from "../../../app/plan/check-plan.ts";
import { findProject } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import { forecastText } from "../../../engine/forecast/forecast-words.ts";
import { countOf } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { reportMistakes } from "../refuse.ts";

export interface CheckOptions extends CommonOptions {
  readonly forecast?: boolean;
}

export async function checkCommand(
  io: Io,
  { env }: Pick<World, "env">,
  plan: string | undefined,
  options: CheckOptions,
): Promise<ExitCode> {
  const checked = await checkPlan(findProject(io.cwd), plan, { cwd: io.cwd, now: io.now(), env });
  const { mistakes, warnings, facts, forecast } = checked;
  const foreseen = options.forecast && forecast ? { forecast } : {};
  if (options.json) printJson(io, { ok: facts !== null, mistakes, warnings, plan: facts, ...foreseen });
  else report(io, checked);
  if (!options.json && options.forecast && forecast) print(io, [`Forecast: ${forecastText(forecast)}.`]);
  return facts === null ? EXIT.badInput : EXIT.ok;
}

function report(io: Io, { mistakes, warnings, facts }: PlanChecked): void {
  reportMistakes(io, mistakes, warnings);
  if (facts === null) return printErr(io, `${countOf(mistakes.length, "mistake")}; nothing was started.`);
  const agents = Object.entries(facts.agents).map(([name, count]) => `${name} ×${count}`);
  print(io, [
    `The plan is valid: ${countOf(facts.tasks, "task")}${facts.gangs > 0 ? `, ${countOf(facts.gangs, "gang")}` : ""}, ${facts.ready} can start at once, at most about ${facts.widest} in parallel.`,
    `Agents: ${agents.join(", ")}. Longest chain: ${facts.longestChain.join(" → ")}.`,
  ]);
}
