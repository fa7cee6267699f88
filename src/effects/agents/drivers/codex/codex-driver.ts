/** Drives Codex through one turn over its app-server. A thread that cannot be resumed is begun anew: once, and never silently. */
import type { Driver, DriverIo } from "../driver.ts";
import type { DriveOrder, DriverEnd } from "../driver-lines.ts";
import { serverEnd } from "./app-server/server-end.ts";
import { runServerTurn } from "./app-server/server-turn.ts";
import { isThreadLost } from "./codex-failure.ts";

export const codexDriver: Driver = { name: "codex", drive };

async function drive(order: DriveOrder, io: DriverIo): Promise<DriverEnd> {
  let end = await runServerTurn(order, order.session, io);
  if (order.session !== null && isThreadLost(end.refusal ?? "") && !io.stopped.aborted) {
    io.emit({ type: "note", text: `The session ${order.session} was not found; a new one was started.` });
    end = await runServerTurn(order, null, io);
  }
  return serverEnd(end, order, io.now());
}
