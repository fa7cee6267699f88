/**
 * The command line and the environment of Claude Code for an unattended turn: it asks nobody for permission, updates
 * nothing, reports nothing, and speaks JSON on both sides so that it can be steered.
 */
import { DRIVER_ENV, type DriveOrder } from "../driver-lines.ts";
import type { SessionChoice } from "../stream-json/stream-session.ts";

export interface CommandLine {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function claudeCommand(
  order: DriveOrder,
  session: SessionChoice,
  { env, isRoot }: { readonly env: Readonly<Record<string, string | undefined>>; readonly isRoot: boolean },
): CommandLine {
  const { model, options, schema, callback, gateway } = order;
  const speech = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  return {
    command: [
      ...order.program,
      "-p",
      ...speech,
      // It then tells which of our messages it has heard.
      "--replay-user-messages",
      "--dangerously-skip-permissions",
      session.how === "resume" ? "--resume" : "--session-id",
      session.id,
      ...flag("--model", model),
      ...flag("--max-turns", options["max_turns"]),
      ...flag("--max-budget-usd", options["max_usd"]),
      ...flag("--append-system-prompt", options["system_prompt"]),
      ...flag("--json-schema", schema && JSON.stringify(schema)),
      ...(callback ? ["--mcp-config", callbackServer(callback.url)] : []),
    ],
    env: {
      ...QUIET,
      CLAUDE_CODE_MAX_RETRIES: options["max_retries"] ?? env["CLAUDE_CODE_MAX_RETRIES"] ?? RETRIES,
      // It refuses to work without asking as root, unless it is told that this is what the machine is for.
      ...(isRoot && { IS_SANDBOX: "1" }),
      ...(callback && { [DRIVER_ENV.token]: callback.token }),
      ...(gateway && { ANTHROPIC_BASE_URL: `${gateway.url}/anthropic` }),
    },
  };
}

/** Its own patience; beyond that Reeve waits, which it can tell and end. */
const RETRIES = "4";

const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
} as const;

/** The token is put in by Claude Code from its environment: a command line can be read by everybody on the machine. */
function callbackServer(url: string): string {
  const headers = { Authorization: `Bearer \${${DRIVER_ENV.token}}` };
  return JSON.stringify({ mcpServers: { reeve: { type: "http", url, headers, alwaysLoad: true } } });
}

function flag(name: string, value: string | null | undefined): readonly string[] {
  return value === null || value === undefined ? [] : [name, value];
}
