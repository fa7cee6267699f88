/**
 * Finds what `reeve demo --agents` needs: agents at the versions the tests pin, and the scripted model of the tests. Both
 * are in Reeve's repository only, not in the package. It installs nothing and starts nothing.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { KNOWN_AGENTS, type KnownAgent } from "../../effects/agents/doctor/known-agents.ts";
import { pointedTo } from "../../effects/agents/doctor/point-agent.ts";
import type { RealAgent, RealAgents } from "../../views/demo/real-cast.ts";

/** `root`: of the repository, or of the package. */
export function findDemoAgents(root: string): RealAgents | { readonly missing: string } {
  const model = join(root, "test/model-server/main.ts");
  if (!existsSync(model)) return { missing: NO_REPOSITORY };
  const agents = KNOWN_AGENTS.flatMap((known) => agentIn(join(root, "test/agents/node_modules/.bin"), known));
  return agents.length === 0 ? { missing: NOT_INSTALLED } : { agents, model: [process.execPath, model] };
}

const NO_REPOSITORY =
  "The demo with real agents needs Reeve's repository, which has the scripted model and the versions it was tried with. Clone it, then `npm ci && npm run agents:install && npm run demo -- --agents`. `reeve demo` works here.";

const NOT_INSTALLED =
  "The agents for the demo are not installed. Run `npm run agents:install` (1.6 GB, into test/agents), then this again. `reeve demo` needs none of them.";

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
