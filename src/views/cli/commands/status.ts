/** `reeve status`: what runs, what waits and on what, what needs you, what it cost. Works with no process running. */
import { projectFleet } from "../../project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { holderText, openRun, presence } from "../open-run.ts";
import { renderStatus } from "../render-status.ts";

export async function statusCommand(io: Io, options: CommonOptions): Promise<ExitCode> {
  const run = await openRun(io, options);
  if (typeof run === "number") return run;
  const { holder, pending } = presence(run);
  const view = projectFleet(run.state);
  if (options.json) printJson(io, { ...view, holder, pendingOrders: pending });
  else print(io, renderStatus(view, { now: io.now(), holder: holder && holderText(holder), pending }));
  return EXIT.ok;
}
