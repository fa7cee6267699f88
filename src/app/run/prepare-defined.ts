/**
 * A run of a plan that a program has in its hands, with the same checks as one from files: the brake, mistakes, budgets that
 * cannot be kept, adapters that are not there. A new run, or one that exists and is taken up with what the program says now.
 */
import type { Checked } from "../../config/mistakes/mistake.ts";
import { tooNarrow } from "../../effects/processes/table/limits.ts";
import { machineBrake } from "../machine/machine-brake.ts";
import { checkAdapters } from "../project/check-adapters.ts";
import { checkMoney } from "../project/check-money.ts";
import { type Defined, type Loaded, loadDefined } from "../project/load.ts";
import type { Project } from "../project/project.ts";
import { orJournalTrouble, type Reply, refused } from "../reply.ts";
import { chooseRun } from "./choose-run.ts";
import { beginRun, type ReadyRun, type RunWish, reopenRun } from "./prepare-run.ts";

export type DefinedWish = Omit<RunWish, "plan" | "fresh" | "config">;

export async function prepareDefined(project: Project, defined: Defined, wish: DefinedWish): Promise<Reply<ReadyRun>> {
  const braked = machineBrake(wish.env);
  if (braked) return refused({ what: "machine_braked", ...braked });
  const loaded = await affordable(project, loadDefined(project, defined), wish);
  if (!loaded.ok)
    return refused({ what: "mistakes", mistakes: loaded.mistakes, warnings: loaded.warnings, kept: "run" });
  const narrow = tooNarrow();
  if (narrow !== null) return refused({ what: "unusable", sentence: narrow });
  const whole = { ...wish, plan: undefined, fresh: wish.run === undefined, config: loaded.value.config };
  return orJournalTrouble(() =>
    project.runs.exclusively(async () => {
      if (wish.run === undefined) return beginRun(project, loaded, whole);
      const choice = await chooseRun(project, { run: wish.run, fresh: false });
      if (choice.choose === "continue") return reopenRun(project, choice, whole, loaded.value);
      const known = await project.runs.list();
      return refused({ what: "no_run", run: wish.run, known, stateDir: project.stateDir });
    }),
  );
}

async function affordable(project: Project, loaded: Checked<Loaded>, wish: DefinedWish): Promise<Checked<Loaded>> {
  if (!loaded.ok) return loaded;
  const { config, plan } = loaded.value;
  const money = { project, config, tasks: plan.tasks, gangs: plan.gangs, planFile: "plan.yaml" };
  const found = [
    ...(await checkMoney({ ...money, cwd: wish.cwd, now: wish.now, env: wish.env })),
    ...(await checkAdapters(project, config, wish.adapters)),
  ];
  const mistakes = found.filter(({ severity }) => severity === "error");
  const warnings = [...loaded.warnings, ...found.filter(({ severity }) => severity === "warning")];
  return mistakes.length === 0 ? { ...loaded, warnings } : { ok: false, mistakes, warnings };
}
