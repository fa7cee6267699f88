/** Drives Claude Code through one turn: its command line, its dialect, its way to count, its ends. Decides nothing else. */
import type { Usage } from "../../../../domain/work/outcome.ts";
import type { Driver, DriverIo } from "../driver.ts";
import type { DriveOrder, DriverEnd } from "../driver-lines.ts";
import { driveSession, type SessionChoice } from "../stream-json/stream-session.ts";
import { runStream, type StreamEnd } from "../stream-json/stream-turn.ts";
import { claudeCommand } from "./claude-command.ts";
import { claudeEnd, isSessionLost, isSessionTaken } from "./claude-end.ts";
import { claudeUsage } from "./claude-usage.ts";

export const claudeDriver: Driver = { name: "claude", drive };

async function drive(order: DriveOrder, io: DriverIo): Promise<DriverEnd> {
  const turn = (session: SessionChoice): Promise<StreamEnd> => turnIn(session, order, io);
  const end = await driveSession(order, io, { turn, isLost: isSessionLost, isTaken: isSessionTaken });
  return claudeEnd(end, io.now());
}

async function turnIn(session: SessionChoice, order: DriveOrder, io: DriverIo): Promise<StreamEnd> {
  const isRoot = process.getuid?.() === 0;
  let reported: Usage = (session.how === "resume" && order.usedBefore) || { tokens: 0 };
  const agent = {
    ...claudeCommand(order, session, { env: io.env, isRoot }),
    hears: "at_once",
    interruptible: true,
    // It would try a refused key again and again, for minutes.
    isHopeless: ({ retry }) => retry?.status === 401,
    onResult: (result) => {
      for (const event of claudeUsage(result, reported)) {
        io.emit(event);
        reported = { tokens: 0, usd: (reported.usd ?? 0) + (event.usage.usd ?? 0) };
      }
    },
  } satisfies Parameters<typeof runStream>[0];
  return await runStream(agent, order.prompt, io);
}
