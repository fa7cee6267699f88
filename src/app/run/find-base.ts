/** What a new run begins from, and what can be told at once of the agents it will use. Looks only. */
import type { Config } from "../../domain/spec/config.ts";
import type { Plan } from "../../domain/spec/plan.ts";
import { findGatesInFolder, type GatesFound, openGateFinder } from "../../effects/gates/commands/base-files.ts";
import { openGit } from "../../effects/git/git.ts";
import { submoduleWarning } from "../../effects/git/inner/submodules.ts";
import { openRepository, resolveBase, runNamesIn } from "../../effects/git/repository.ts";
import { agentWarnings } from "../machine/inspect-agents.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import type { RunStart } from "./create-run.ts";

export interface FoundBase extends RunStart {
  /** One sentence each. */
  readonly warnings: readonly string[];
}

export async function findBase(project: Project, config: Config, plan: Plan): Promise<Reply<FoundBase>> {
  if (config.isolation === "none") {
    const found = await commonGates(config, () => findGatesInFolder(project.root));
    return found.ok ? granted({ base: null, warnings: [], gates: found.gates }) : unusable(found.failure.message);
  }
  const opened = await openRepository(project.root);
  if (!opened.ok) return unusable(`${opened.message} ${opened.hint}`);
  const { repository } = opened;
  const resolved = await resolveBase(repository, plan.base);
  if (!resolved.ok) return unusable(`${resolved.message} ${resolved.hint}`);
  const gatesAt = openGateFinder(openGit(repository.toplevel), repository.root);
  const found = await commonGates(config, () => gatesAt(resolved.base.commit));
  if (!found.ok) return unusable(found.failure.message);
  const warning = submoduleWarning(repository.submodules);
  const runsElsewhere = await runNamesIn(repository);
  const warnings = warning === null ? [] : [warning];
  return granted({ base: resolved.base, warnings, gates: found.gates, runsElsewhere });
}

/** Of tasks whose plan names none: those of reeve.yaml, else those that the repository names. */
async function commonGates({ gates }: Config, find: () => Promise<GatesFound>): Promise<GatesFound> {
  return gates.length > 0 ? { ok: true, gates } : find();
}

/** Only told: a login may lie where Reeve does not look. */
export function warningsAboutAgents(
  { root }: Project,
  config: Config,
  plan: Plan,
  env: NodeJS.ProcessEnv,
): readonly string[] {
  const used = new Set(plan.tasks.map(({ agent }) => agent));
  const agents = Object.fromEntries(Object.entries(config.agents).filter(([name]) => used.has(name)));
  return agentWarnings(agents, { root, env, isTrying: false });
}

function unusable(sentence: string): Reply<never> {
  return refused({ what: "unusable", sentence });
}
