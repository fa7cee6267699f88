/** Drives Copilot CLI through one turn: its command line, its dialect, its ends. Decides nothing else. */
import type { Driver, DriverIo } from "../driver.ts";
import type { DriveOrder, DriverEnd } from "../driver-lines.ts";
import { driveOneWay } from "../one-way-turn.ts";
import { copilotCommand } from "./copilot-command.ts";
import { copilotEnd, isCopilotGood, isCopilotSessionLost } from "./copilot-end.ts";
import { CopilotReader } from "./copilot-reader.ts";

export const copilotDriver: Driver = { name: "copilot", drive };

async function drive(order: DriveOrder, io: DriverIo): Promise<DriverEnd> {
  const end = await driveOneWay(
    {
      command: (session) => copilotCommand(order, session),
      listen: () => listen(io),
      isLost: isCopilotSessionLost,
      // An id that was used before it resumes by itself.
      isTaken: () => false,
      isGood: isCopilotGood,
    },
    order,
    io,
  );
  return copilotEnd(end, io.now());
}

function listen(io: DriverIo) {
  const reader = new CopilotReader();
  return { line: (line: string) => reader.read(line).forEach(io.emit), seen: () => reader.seen };
}
