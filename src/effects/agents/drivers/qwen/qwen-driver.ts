/**
 * Drives Qwen Code through one turn. It speaks the dialect of Claude Code, hears a message only between two answers, and
 * takes no request to interrupt: it is ended instead, with the whole chain of processes it is made of.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Driver, DriverIo } from "../driver.ts";
import type { DriveOrder, DriverEnd } from "../driver-lines.ts";
import { driveSession, type SessionChoice } from "../stream-json/stream-session.ts";
import { runStream, type StreamEnd } from "../stream-json/stream-turn.ts";
import { qwenCommand, qwenSettings } from "./qwen-command.ts";
import { isQwenSessionLost, isQwenSessionTaken, qwenEnd } from "./qwen-end.ts";
import { QwenUsage } from "./qwen-usage.ts";

export const qwenDriver: Driver = { name: "qwen", drive };

async function drive(order: DriveOrder, io: DriverIo): Promise<DriverEnd> {
  const settings = await writeSettings(order, io);
  const turn = (session: SessionChoice): Promise<StreamEnd> => turnIn(session, order, io, settings);
  const end = await driveSession(order, io, { turn, isLost: isQwenSessionLost, isTaken: isQwenSessionTaken });
  return qwenEnd(end, order.schema !== undefined, io.now());
}

async function turnIn(
  session: SessionChoice,
  order: DriveOrder,
  io: DriverIo,
  settings: string | null,
): Promise<StreamEnd> {
  const before = session.how === "begin" ? 0 : (order.usedBefore?.tokens ?? null);
  const usage = new QwenUsage(before);
  const agent = {
    ...qwenCommand(order, session, { env: io.env, settings }),
    hears: "between",
    interruptible: false,
    isHopeless: () => false,
    onLine: (line) => usage.ofLine(line).forEach(io.emit),
    onResult: (result) => usage.ofResult(result).forEach(io.emit),
  } satisfies Parameters<typeof runStream>[0];
  return await runStream(agent, order.prompt, io);
}

/** Null: somebody has put settings in that place already, and nothing of ours has to be there. */
async function writeSettings(order: DriveOrder, io: DriverIo): Promise<string | null> {
  if (io.env["QWEN_CODE_SYSTEM_DEFAULTS_PATH"] !== undefined && !order.callback) return null;
  const path = join(await io.scratchDir(), "qwen-defaults.json");
  await writeFile(path, JSON.stringify(qwenSettings(order)));
  return path;
}
