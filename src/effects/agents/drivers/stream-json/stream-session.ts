/**
 * Which session a turn runs in: the one to be resumed, or a new one. A session that is gone is begun anew, once and never
 * silently: the next attempt must know that the history is not there.
 */
import { randomUUID } from "node:crypto";
import type { DriverIo } from "../driver.ts";
import type { DriveOrder } from "../driver-lines.ts";

export interface SessionChoice {
  readonly how: "begin" | "resume";
  readonly id: string;
}

/** What is judged of a turn's end: at least which session the agent says it was. */
interface SessionEnd {
  readonly session: string | undefined;
}

export interface SessionRules<End extends SessionEnd> {
  readonly turn: (session: SessionChoice) => Promise<End>;
  /** What was to be resumed is not there. */
  readonly isLost: (end: End) => boolean;
  /** The id for a new session was used before, by an earlier life of this attempt. */
  readonly isTaken: (end: End) => boolean;
}

export async function driveSession<End extends SessionEnd>(
  order: DriveOrder,
  io: DriverIo,
  rules: SessionRules<End>,
): Promise<End> {
  const run = async (session: SessionChoice): Promise<End> => {
    // Told before anything can happen to it: the next attempt resumes it from wherever this one got to.
    if (session.how === "begin") io.emit({ type: "session", id: session.id });
    const end = await rules.turn(session);
    if (end.session !== undefined && end.session !== session.id)
      note(io, `The session ${session.id} was asked for and ${end.session} was given: it started over.`);
    return end;
  };
  let session: SessionChoice =
    order.session === null ? { how: "begin", id: order.newSession } : { how: "resume", id: order.session };
  let end = await run(session);
  if (session.how === "resume" && rules.isLost(end) && !io.stopped.aborted) {
    note(io, `The session ${session.id} was not found; a new one was started.`);
    session = { how: "begin", id: order.newSession };
    end = await run(session);
  }
  if (session.how === "begin" && rules.isTaken(end) && !io.stopped.aborted) {
    note(io, `The session ${session.id} had been started before; another one was started.`);
    end = await run({ how: "begin", id: randomUUID() });
  }
  return end;
}

function note(io: DriverIo, text: string): void {
  io.emit({ type: "note", text });
}
