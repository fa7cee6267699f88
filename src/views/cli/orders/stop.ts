/** `reeve stop`: tells the Reeve that works on the run to stop; where none works, stops what is left of it. */
import { type Stopped, stopRun } from "../../../app/orders/stop-run.ts";
import { findProject } from "../../../app/project/project.ts";
import type { Fleets } from "../../../app/run/fleets.ts";
import { countOf } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { showOrder } from "./order.ts";

export async function stopCommand(io: Io, world: Fleets, { run, json }: CommonOptions): Promise<ExitCode> {
  const stopped = await stopRun(world, findProject(io.cwd), { run, now: io.now() });
  if (!stopped.ok) return refuse(io, json, stopped.refusal);
  const { value } = stopped;
  if (value.by === "order") return showOrder(io, value.given, json);
  if (json) printJson(io, { taken: true, end: value.end });
  else print(io, [`${stoppedText(value)} \`reeve run\` resumes it.`]);
  return EXIT.ok;
}

function stoppedText({ agents, run }: Extract<Stopped, { by: "hand" }>): string {
  if (agents === 0) return `${run} is stopped; no Reeve was working on it.`;
  return `${run} is stopped. No Reeve was working on it, but ${countOf(agents, "agent")} had been left behind; they are ended now.`;
}
