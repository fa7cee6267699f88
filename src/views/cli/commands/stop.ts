/**
 * `reeve stop`: tells the Reeve that works on the run to stop. Where none works but agents still live under their
 * keepers, it takes the run for a moment and stops them itself, so that afterwards no process is left.
 */
import { settingsOf } from "../../../engine/state.ts";
import { loadConfig } from "../../../runtime/load.ts";
import { holderOf } from "../../../runtime/lock.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { type OpenedRun, openRun } from "../open-run.ts";
import type { World } from "../world.ts";
import { controlCommand } from "./control.ts";

export async function stopCommand(io: Io, world: () => Promise<World>, options: CommonOptions): Promise<ExitCode> {
  const run = await openRun(io, options);
  if (typeof run === "number") return run;
  if (run.state.attempts.size > 0 && holderOf(run.place.dir) === null) return stopHere(io, await world(), run, options);
  return controlCommand(io, { type: "stop" }, options);
}

async function stopHere(io: Io, world: World, run: OpenedRun, options: CommonOptions): Promise<ExitCode> {
  const config = loadConfig(run.project);
  if (!config.ok) return controlCommand(io, { type: "stop" }, options);
  const { project, place } = run;
  const wish = {
    project,
    place,
    config: config.value,
    settings: settingsOf(config.value),
    wait: false,
    onRecord: () => {},
  };
  const fleet = await world.openFleet(wish);
  if ("heldBy" in fleet) return controlCommand(io, { type: "stop" }, options);
  const ended = fleet.work();
  await fleet.order({ type: "stop" });
  const end = await ended;
  if (options.json) printJson(io, { taken: true, end: end.type });
  else print(io, [`Nobody worked on ${place.id}; its agents are stopped now. \`reeve run\` goes on with it.`]);
  return EXIT.ok;
}
