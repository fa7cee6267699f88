/** Drives Gemini CLI through one turn: its home, its command line, its dialect, its ends. Decides nothing else. */
import type { Driver, DriverIo } from "../driver.ts";
import type { DriveOrder, DriverEnd } from "../driver-lines.ts";
import { failureOf } from "../failures.ts";
import { driveOneWay } from "../one-way-turn.ts";
import { geminiCommand, geminiSettings } from "./gemini-command.ts";
import { geminiEnd, isGeminiGood, isGeminiSessionLost, isGeminiSessionTaken } from "./gemini-end.ts";
import { type GeminiHome, layGeminiHome } from "./gemini-home.ts";
import { GeminiReader, retryNotice } from "./gemini-reader.ts";

export const geminiDriver: Driver = { name: "gemini", drive };

async function drive(order: DriveOrder, io: DriverIo): Promise<DriverEnd> {
  const laid = await homeFor(order, io);
  if (laid && !laid.ok) {
    const failure = failureOf({ class: "config_error", message: laid.sentence }, io.now());
    return { type: "end", how: "failed", text: "", failure };
  }
  const end = await driveOneWay(
    {
      command: (session) => geminiCommand(order, session, laid?.home ?? null),
      listen: () => listen(io),
      isLost: isGeminiSessionLost,
      isTaken: isGeminiSessionTaken,
      isGood: isGeminiGood,
    },
    order,
    io,
  );
  return geminiEnd(end, io.now());
}

/** Null: its own home will do. */
async function homeFor(order: DriveOrder, io: DriverIo): Promise<GeminiHome | null> {
  const settings = geminiSettings(order);
  return settings === null ? null : await layGeminiHome(settings, { scratch: await io.scratchDir(), env: io.env });
}

function listen(io: DriverIo) {
  const reader = new GeminiReader();
  return {
    line: (line: string) => reader.read(line).forEach(io.emit),
    errLine: (line: string) => {
      const notice = retryNotice(line);
      if (notice) io.emit(notice);
    },
    seen: () => reader.seen,
  };
}
