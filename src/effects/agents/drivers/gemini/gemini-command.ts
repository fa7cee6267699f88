/**
 * The command line and the environment of Gemini CLI for an unattended turn: it asks nobody, trusts the workspace, and
 * does not start itself a second time. The prompt comes through its standard input.
 */
import { DRIVER_ENV, type DriveOrder } from "../driver-lines.ts";
import type { SessionChoice } from "../stream-json/stream-session.ts";

export interface GeminiCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** It would ask another model first which one to take; a bad answer of that one makes it hang. */
const MODEL = "gemini-2.5-pro";

/** `home`: where its settings and sessions are seen from, where that is not its own place. */
export function geminiCommand(order: DriveOrder, session: SessionChoice, home: string | null): GeminiCommand {
  const { callback } = order;
  return {
    command: [
      ...order.program,
      ...["--output-format", "stream-json", "--yolo", "-m", order.model ?? MODEL],
      session.how === "resume" ? "--resume" : "--session-id",
      session.id,
    ],
    env: {
      // Otherwise a wrapper is in the way that passes no signal on.
      GEMINI_CLI_NO_RELAUNCH: "true",
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      ...(callback && { [DRIVER_ENV.token]: callback.token }),
      ...(home !== null && { GEMINI_CLI_HOME: home }),
    },
  };
}

/** What Reeve adds to the person's settings; null: nothing. The token is put in by Gemini CLI from its environment. */
export function geminiSettings({ callback, options }: DriveOrder): GeminiSettings | null {
  const { max_turns: turns, max_retries: retries } = options;
  if (!callback && turns === undefined && retries === undefined) return null;
  const headers = { Authorization: `Bearer $${DRIVER_ENV.token}` };
  return {
    ...(turns !== undefined && { model: { maxSessionTurns: Number(turns) } }),
    // It counts attempts, of which the first is no retry.
    ...(retries !== undefined && { general: { maxAttempts: Number(retries) + 1 } }),
    ...(callback && { mcpServers: { [callback.name]: { httpUrl: callback.url, headers, trust: true } } }),
  };
}

/** Section → its keys: what is ours is put over what is there, key by key. */
export type GeminiSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
