/** The folder of a session as a person names it, and what the file system does wrong there as a refusal. Changes nothing. */
import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { isOperating } from "../../effects/files/operating-error.ts";
import { logOf } from "../../systems/messages/message-files.ts";
import { granted, type Reply, refused } from "../reply.ts";

export interface Session {
  readonly dir: string;
  readonly log: string;
  /** The log as it is named in sentences. */
  readonly shown: string;
}

export interface SessionWish {
  readonly cwd: string;
  /** Seen from there. */
  readonly session: string | undefined;
}

export function findSession({ cwd, session = "" }: SessionWish): Reply<Session> {
  const dir = resolve(cwd, session);
  if (session === "" || !statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    return refused({ what: "session_missing", dir: session });
  const log = logOf(dir);
  return granted({ dir, log, shown: relative(cwd, log) });
}

export function orUnusable<T>({ shown }: Session, work: () => Reply<T>): Reply<T> {
  try {
    return work();
  } catch (error) {
    if (!isOperating(error) && !isLocked(error)) throw error;
    return refused({ what: "log_unusable", log: shown, because: because(error) });
  }
}

/** SQLite's codes: what keeps others out could not be opened, or somebody held it for too long. */
function isLocked(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

function because(error: Error): string {
  if (error.message.includes("database is locked")) return "another process has been writing it for a minute";
  if ("code" in error && error.code === "ELOOP") return "it is a link";
  return error.message.replace(/^E[A-Z]+: /, "").split(",")[0] ?? error.message;
}
