/** `reeve coherence`: lays a run's open branches, or those a person names, side by side and tells what does not fit. */
import type { CoherenceWish } from "../../../runtime/coherence-wish.ts";
import { findProject, type Project } from "../../../runtime/project.ts";
import { coherenceLines } from "../../coherence.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { withRun } from "../open-run.ts";
import type { World } from "../world.ts";

export interface CoherenceOptions extends CommonOptions {
  readonly base?: string;
}

type Asked = Pick<World, "coherence">;

export function coherenceCommand(
  io: Io,
  world: Asked,
  branches: readonly string[],
  options: CoherenceOptions,
): Promise<ExitCode> {
  const base = options.base ?? null;
  if (branches.length > 0 && options.run === undefined) {
    return look(io, world, findProject(io.cwd), { run: null, base, branches }, options);
  }
  return withRun(io, options, ({ project, place, state }) =>
    look(io, world, project, { run: { state, dir: place.dir }, base, branches }, options),
  );
}

async function look(
  io: Io,
  world: Asked,
  project: Project,
  wish: CoherenceWish,
  options: CommonOptions,
): Promise<ExitCode> {
  const answer = await world.coherence(project, wish);
  if (!answer.ok) return badInput(io, options.json, answer.sentence);
  const { report, delta, base, branches } = answer;
  if (options.json) printJson(io, { base, branches, report, delta });
  else print(io, coherenceLines(report, delta, branches.length));
  return report.status === "critical" ? EXIT.failed : EXIT.ok;
}
