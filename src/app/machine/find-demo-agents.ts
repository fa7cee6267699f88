/**
 * Finds what `reeve demo --agents` needs: agents at the versions the tests pin, and the scripted model of the tests. Both
 * are in Reeve's repository only, not in the package. It installs nothing and starts nothing.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { KnownAgent } from "../../effects/agents/doctor/known-agent.ts";
import { KNOWN_AGENTS } from "../../effects/agents/doctor/known-agents.ts";
import { pointedTo } from "../../effects/agents/doctor/point-agent.ts";
import { granted, type Reply, refused } from "../reply.ts";

export interface RealAgents {
  readonly agents: readonly RealAgent[];
  /** Program and arguments of the model; it plays what `--script` names and prints its address. */
  readonly model: readonly string[];
}

export interface RealAgent {
  readonly adapter: string;
  readonly name: string;
  readonly version: string;
  readonly program: string;
  /** What makes it ask a model at this address: variables, and files in its home. */
  readonly pointedTo: (url: string) => {
    readonly env: Readonly<Record<string, string>>;
    readonly files: Readonly<Record<string, string>>;
  };
}

/** `root`: of the repository, or of the package. */
export function findDemoAgents(root: string): Reply<RealAgents> {
  const model = join(root, "test/model-server/main.ts");
  if (!existsSync(model)) return refused({ what: "demo_agents_missing", lacks: "repository" });
  const agents = KNOWN_AGENTS.flatMap((known) => agentIn(join(root, "test/agents/node_modules/.bin"), known));
  if (agents.length === 0) return refused({ what: "demo_agents_missing", lacks: "agents" });
  return granted({ agents, model: [process.execPath, model] });
}

function agentIn(folder: string, { program, name }: KnownAgent): RealAgent[] {
  const path = join(folder, program);
  if (!existsSync(path)) return [];
  const way = (url: string) => pointedTo(program, url) ?? { env: {}, files: {} };
  return [{ adapter: program, name, version: versionIn(dirname(realpathSync(path))), program: path, pointedTo: way }];
}

/** Of the package the folder is in. */
function versionIn(folder: string): string {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return folder === dirname(folder) ? "" : versionIn(dirname(folder));
  const { version = "" } = JSON.parse(readFileSync(file, "utf8")) as { version?: string };
  return version;
}
