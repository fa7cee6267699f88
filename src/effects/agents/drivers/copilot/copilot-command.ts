/**
 * The command line and the environment of Copilot CLI for an unattended turn: every tool and path is allowed, nobody is
 * asked, nothing is updated. The prompt comes through its standard input.
 */
import { DRIVER_ENV, type DriveOrder } from "../driver-lines.ts";
import type { SessionChoice } from "../stream-json/stream-session.ts";

export interface CopilotCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function copilotCommand(order: DriveOrder, session: SessionChoice): CopilotCommand {
  const { model, options, callback } = order;
  return {
    command: [
      ...order.program,
      ...["--no-auto-update", "--no-ask-user", "--allow-all-tools", "--allow-all-paths", "--output-format", "json"],
      session.how === "resume" ? "--resume" : "--session-id",
      session.id,
      ...flag("--model", model),
      ...flag("--agent", options["agent"]),
      ...(callback ? ["--additional-mcp-config", callbackServer(callback.url)] : []),
    ],
    env: { ...(callback && { [DRIVER_ENV.token]: callback.token }) },
  };
}

/** The token is put in by Copilot CLI from its environment: a command line can be read by everybody on the machine. */
function callbackServer(url: string): string {
  const headers = { Authorization: `Bearer \${${DRIVER_ENV.token}}` };
  return JSON.stringify({ mcpServers: { reeve: { type: "http", url, headers, tools: ["*"] } } });
}

function flag(name: string, value: string | null | undefined): readonly string[] {
  return value === null || value === undefined ? [] : [name, value];
}
