/** `reeve status`: what runs, what waits and on what, what needs you, what it cost. Works with no process running. */
import { waitingOrders } from "../../../runtime/run/waiting-orders.ts";
import { projectFleet } from "../../project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { holderText, withRun } from "../open-run.ts";
import { renderStatus } from "../render-status.ts";

export function statusCommand(io: Io, options: CommonOptions): Promise<ExitCode> {
  return withRun(io, options, async ({ project: { runs }, place, state }) => {
    const holder = await runs.holder(place.id);
    const orders = await waitingOrders(runs, place.id);
    const view = projectFleet(state);
    if (options.json) printJson(io, { ...view, holder, orders });
    else print(io, renderStatus(view, { now: io.now(), holder: holder && holderText(holder), orders }));
    return EXIT.ok;
  });
}
