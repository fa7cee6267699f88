/** `reeve demo`: Reeve at its main job, for a newcomer. The story itself is told in `views/demo`. */

import type { World } from "../../../app/world.ts";
import type { ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, printJson } from "../io.ts";

export interface DemoCommandOptions extends CommonOptions {
  readonly keep?: boolean;
  readonly agents?: boolean;
}

export async function demoCommand(io: Io, world: World, options: DemoCommandOptions): Promise<ExitCode> {
  const agents = options.agents ? world.demoAgents() : null;
  if (agents && "missing" in agents) return badInput(io, options.json, agents.missing);
  const say = options.json ? (line: string) => printJson(io, { line }) : (line: string) => io.out(`${line}\n`);
  return world.demo(say, { keep: options.keep ?? false, ...(agents && { agents }) });
}
