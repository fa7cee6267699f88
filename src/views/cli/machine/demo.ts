/** `reeve demo`: Reeve at its main job, for a newcomer. The story itself is told in `views/demo`. */
import { findDemoAgents } from "../../../app/machine/find-demo-agents.ts";
import type { World } from "../../../app/world.ts";
import { type DemoEnd, playDemo } from "../../demo/demo.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export interface DemoOptions extends CommonOptions {
  readonly keep?: boolean;
  readonly agents?: boolean;
}

export async function demoCommand(
  io: Io,
  { home, program }: Pick<World, "home" | "program">,
  { keep = false, agents, json }: DemoOptions,
): Promise<ExitCode> {
  const found = agents ? findDemoAgents(home) : null;
  if (found && !found.ok) return refuse(io, json, found.refusal);
  const out = json ? (line: string) => printJson(io, { line }) : (line: string) => print(io, [line]);
  return EXITS[await playDemo({ keep, reeve: program, out, ...(found && { agents: found.value }) })];
}

const EXITS: Readonly<Record<DemoEnd, ExitCode>> = { played: EXIT.ok, stopped: EXIT.stopped, failed: EXIT.failed };
