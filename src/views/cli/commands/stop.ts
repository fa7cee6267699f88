/**
 * `reeve stop`: tells the Reeve that works on the run to stop. Where none works, it takes the run for a moment and stops
 * what is left of it, agents that live on under their keepers too, so that afterwards no process is left.
 */
import { settingsOf } from "../../../engine/settings.ts";
import { loadConfig } from "../../../runtime/load.ts";
import { refusalText } from "../../refusals.ts";
import { countOf } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, fail, type Io, print, printJson } from "../io.ts";
import { type OpenedRun, withRun } from "../open-run.ts";
import type { World } from "../world.ts";
import { reportMistakes } from "./check.ts";
import { controlCommand } from "./control.ts";
import { foresee } from "./foresee.ts";

export function stopCommand(io: Io, world: () => Promise<World>, options: CommonOptions): Promise<ExitCode> {
  return withRun(io, options, async (run) => {
    if ((await run.project.runs.holder(run.place.id)) !== null) return controlCommand(io, { type: "stop" }, options);
    const refusal = foresee(run.state, [], { type: "stop" });
    if (refusal) return badInput(io, options.json, refusalText(refusal, run.state));
    return stopHere(io, await world(), run, options);
  });
}

async function stopHere(io: Io, world: World, run: OpenedRun, options: CommonOptions): Promise<ExitCode> {
  const { project, place } = run;
  const config = loadConfig(project);
  if (!config.ok) {
    reportMistakes(io, config.mistakes, config.warnings);
    return badInput(io, options.json, "reeve.yaml must be readable to stop the agents it names; nothing was changed.");
  }
  const agents = run.state.attempts.live.size;
  const fleet = await world.openFleet({
    project,
    place,
    config: config.value,
    settings: settingsOf(config.value),
    wait: false,
    stopOnly: true,
    onRecord: () => {},
  });
  if ("heldBy" in fleet) return controlCommand(io, { type: "stop" }, options);
  const end = await fleet.work();
  if (end.type === "journal") return fail(io, options.json, EXIT.journal, end.error.sentence);
  if (options.json) printJson(io, { taken: true, end: end.type });
  else print(io, [`${stoppedText(agents, place.id)} \`reeve run\` goes on with it.`]);
  return EXIT.ok;
}

function stoppedText(agents: number, run: string): string {
  if (agents === 0) return `${run} is stopped; nobody worked on it.`;
  return `${run} is stopped. Nobody worked on it, but ${countOf(agents, "agent")} had been left behind; none of them runs any more.`;
}
