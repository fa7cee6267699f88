/** `reeve status`: what runs, what waits and on what, what needs you, what it cost. Works with no process running. */

import { projectFleet } from "../../../app/look/fleet-view.ts";
import { holderText, withRun } from "../../../app/project/open-run.ts";
import { holderOf } from "../../../runtime/lock.ts";
import { waitingOrders } from "../../../runtime/waiting-orders.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { renderStatus } from "./render-status.ts";

export function statusCommand(io: Io, options: CommonOptions): Promise<ExitCode> {
  return withRun(io, options, ({ place, state }) => {
    const holder = holderOf(place.dir);
    const orders = waitingOrders(place);
    const view = projectFleet(state);
    if (options.json) printJson(io, { ...view, holder, orders });
    else print(io, renderStatus(view, { now: io.now(), holder: holder && holderText(holder), orders }));
    return EXIT.ok;
  });
}
