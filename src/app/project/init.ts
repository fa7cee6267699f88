/**
 * A first reeve.yaml and plan.yaml for a folder, with the agents that are installed. A folder without git gets files that
 * work without it. It starts no agent, never overwrites anything, and never makes a repository: that is the person's to
 * decide.
 */
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FoundAgents, findAgents, type InstalledAgent } from "../machine/find-agents.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { configText, type Isolation, PLAN_TEXT } from "./init-files.ts";
import { CONFIG_FILE, PLAN_FILE } from "./project.ts";

export interface Begun {
  readonly written: readonly string[];
  /** Who works on tasks that name no agent; null: none is installed. */
  readonly first: InstalledAgent | null;
  readonly agents: FoundAgents;
  readonly isolation: Isolation;
}

export function initProject(folder: string, env: NodeJS.ProcessEnv): Reply<Begun> {
  const files = [CONFIG_FILE, PLAN_FILE].filter((name) => existsSync(join(folder, name)));
  if (files.length > 0) return refused({ what: "files_exist", files });
  const agents = findAgents(folder, env);
  const first = firstOf(agents);
  const isolation = isInRepository(folder) ? "worktree" : "none";
  writeFileSync(join(folder, CONFIG_FILE), configText(agents, first, isolation), { flag: "wx" });
  writeFileSync(join(folder, PLAN_FILE), PLAN_TEXT, { flag: "wx" });
  return granted({ written: [CONFIG_FILE, PLAN_FILE], first, agents, isolation });
}

/** The one that can begin at once. */
function firstOf({ installed }: FoundAgents): InstalledAgent | null {
  return installed.find(({ loginFix }) => loginFix === null) ?? installed[0] ?? null;
}

/** As git looks for it: in this folder and in those above. Whether it can be worked in, `run` and `doctor` tell. */
function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, ".git"))) return true;
  const above = dirname(folder);
  return above !== folder && isInRepository(above);
}
