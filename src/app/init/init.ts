/**
 * A first reeve.yaml and plan.yaml for a folder, with the agents that are installed. A folder without git gets files that
 * work without it. Where one of the two is there, only the other is written. It starts no agent, never overwrites anything, and never makes a repository: that is the person's to
 * decide.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { qualityGatesIn } from "../../effects/gates/commands/quality-gates.ts";
import { type FoundAgents, findAgents, type InstalledAgent } from "../machine/find-agents.ts";
import { CONFIG_FILE, PLAN_FILE } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { findCommands } from "./commands/find-commands.ts";
import { configText, type Isolation, planText } from "./init-files.ts";
import { referToSchemas } from "./schema-files.ts";

export interface Begun {
  readonly written: readonly string[];
  /** Who works on tasks that name no agent; null: none is installed. */
  readonly first: InstalledAgent | null;
  readonly agents: FoundAgents;
  readonly isolation: Isolation;
  /** Commands that prove the work of every task; empty: none was found. */
  readonly gates: readonly string[];
}

export function initProject(folder: string, env: NodeJS.ProcessEnv): Reply<Begun> {
  const files = [CONFIG_FILE, PLAN_FILE].filter((name) => existsSync(join(folder, name)));
  const written = [CONFIG_FILE, PLAN_FILE].filter((name) => !files.includes(name));
  if (written.length === 0) return refused({ what: "files_exist", files });
  const agents = findAgents(folder, env);
  const first = firstOf(agents);
  const isolation = isInRepository(folder) ? "worktree" : "none";
  const named = pageGates(folder);
  const found = findCommands(folder);
  const commands = named.length > 0 ? { ...found, gates: [] } : found;
  const schemas = referToSchemas(folder);
  const config = configText({ agents, first, isolation, commands, isNamed: named.length > 0, schema: schemas.reeve });
  for (const name of written)
    writeFileSync(join(folder, name), name === CONFIG_FILE ? config : planText(schemas.plan), { flag: "wx" });
  const gates = named.length > 0 ? named : found.gates.map(({ run }) => run);
  return granted({ written, first, agents, isolation, gates });
}

/** Those that the page for agents names already: they count without reeve.yaml. */
function pageGates(folder: string): readonly string[] {
  for (const page of ["AGENTS.md", "CLAUDE.md"]) {
    const path = join(folder, page);
    const gates = existsSync(path) ? qualityGatesIn(readFileSync(path, "utf8")) : [];
    if (gates.length > 0) return gates.map(({ run }) => run);
  }
  return [];
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
