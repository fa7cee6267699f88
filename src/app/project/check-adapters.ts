/** Adapters of a person's own: whether each can be loaded, and whether agents could change it. Told at its place in reeve.yaml. */
import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type Mistake, sortMistakes } from "../../config/mistakes/mistake.ts";
import { placeMistake } from "../../config/mistakes/place-mistake.ts";
import { isOwnAdapter, registeredName } from "../../config/own-adapter.ts";
import type { Config } from "../../domain/spec/config.ts";
import type { Adapters } from "../../effects/agents/adapters/load-adapters.ts";
import { CONFIG_FILE, type Project, shown } from "./project.ts";

/** `registered`: by the program that asks; absent: none. */
export async function checkAdapters(
  { root }: Project,
  config: Config,
  registered?: Adapters,
): Promise<readonly Mistake[]> {
  const { agents, isolation } = config;
  const own = Object.entries(agents).filter(([, { adapter }]) => isOwnAdapter(adapter));
  if (own.length === 0) return [];
  const { loadAdapters } = await import("../../effects/agents/adapters/load-adapters.ts");
  const file = join(root, CONFIG_FILE);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const at = (agent: string, what: string, hint: string) =>
    placeMistake(text, shown(file), ["agents", agent, "adapter"], what, hint);
  const { problems } = await loadAdapters(root, agents, registered);
  const open = isolation === "none" ? own.filter(([, { adapter }]) => isInside(root, adapter)) : [];
  return sortMistakes([
    ...problems.map(({ agent, what, hint }) => at(agent, what, hint)),
    ...open.map(([agent, { adapter }]): Mistake => {
      const what = `with isolation: none agents can change ${adapter}, which runs as a part of Reeve`;
      return { ...at(agent, what, "keep it outside the project, or isolate agents in worktrees"), severity: "warning" };
    }),
  ]);
}

function isInside(root: string, adapter: string): boolean {
  return registeredName(adapter) === null && !relative(root, resolve(root, adapter)).startsWith("..");
}
