/**
 * What would keep a run of this plan from beginning on this machine: no git where tasks need worktrees, agents that are not
 * installed. Warnings, not mistakes: the files may be right for another machine. Looks only.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mistake } from "../../config/mistakes/mistake.ts";
import { placeMistake } from "../../config/mistakes/place-mistake.ts";
import { type MissingAgent, missingAgents } from "../machine/inspect-agents.ts";
import type { Loaded } from "../project/load.ts";
import { CONFIG_FILE, type Project } from "../project/project.ts";
import type { Reply } from "../reply.ts";
import type { FoundBase } from "../run/find-base.ts";

export function warnOfUnready(
  project: Project,
  { plan, config }: Loaded,
  base: Reply<FoundBase>,
  env: NodeJS.ProcessEnv,
): readonly Mistake[] {
  const used = new Set(plan.tasks.map(({ agent }) => agent));
  const agents = Object.fromEntries(Object.entries(config.agents).filter(([name]) => used.has(name)));
  const missing = missingAgents(agents, { root: project.root, env });
  return [
    ...(base.ok || base.refusal.what !== "unusable" ? [] : [unusable(project, base.refusal.sentence)]),
    ...missing.map((each) => notInstalled(project, each)),
  ];
}

function unusable(project: Project, sentence: string): Mistake {
  return warning(project, ["isolation"], `no run can begin here yet: ${sentence}`, "`reeve doctor` shows more");
}

function notInstalled(project: Project, { name, program, install }: MissingAgent): Mistake {
  const hint = install === null ? "correct `command` in reeve.yaml, or install it" : `install it: \`${install}\``;
  return warning(project, ["agents", name], `agent ${name} cannot start: there is no program ${program} here`, hint);
}

function warning({ root }: Project, path: readonly string[], what: string, hint: string): Mistake {
  const file = join(root, CONFIG_FILE);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return { ...placeMistake(text, CONFIG_FILE, path, what, hint), severity: "warning" };
}
