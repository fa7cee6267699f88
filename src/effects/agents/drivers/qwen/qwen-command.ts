/**
 * The command line, the environment and the settings of Qwen Code for an unattended turn. It takes Reeve's tools only from
 * a file of settings; the lowest of its layers is used, so that what a person configured stays in force.
 */
import { DRIVER_ENV, type DriveOrder } from "../driver-lines.ts";
import type { SessionChoice } from "../stream-json/stream-session.ts";

export interface QwenCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function qwenCommand(
  order: DriveOrder,
  session: SessionChoice,
  given: { readonly env: Readonly<Record<string, string | undefined>>; readonly settings: string | null },
): QwenCommand {
  const { model, options, schema, callback, gateway } = order;
  // Without a login of its own it needs to be told that a key means this kind of API.
  const auth = options["auth_type"] ?? (given.env["OPENAI_API_KEY"] === undefined ? undefined : "openai");
  return {
    command: [
      ...order.program,
      ...["--input-format", "stream-json", "--output-format", "stream-json", "--yolo"],
      session.how === "resume" ? "--resume" : "--session-id",
      session.id,
      ...flag("--auth-type", auth),
      ...flag("--model", model),
      ...flag("--max-session-turns", options["max_turns"]),
      ...flag("--max-tool-calls", options["max_tool_calls"]),
      ...flag("--append-system-prompt", options["system_prompt"]),
      ...flag("--json-schema", schema && JSON.stringify(schema)),
    ],
    env: {
      QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
      QWEN_CODE_NO_RELAUNCH: "true",
      ...(callback && {
        [DRIVER_ENV.token]: callback.token,
        // Otherwise it asks the model before it knows which tools there are.
        QWEN_CODE_LEGACY_MCP_BLOCKING: "1",
      }),
      ...(given.settings !== null && { QWEN_CODE_SYSTEM_DEFAULTS_PATH: given.settings }),
      ...(gateway && { OPENAI_BASE_URL: `${gateway.url}/openai` }),
    },
  };
}

/** The token is put in by Qwen Code from its environment, so that the file holds no secret. */
export function qwenSettings({ callback, options }: DriveOrder): object {
  const headers = { Authorization: `Bearer $${DRIVER_ENV.token}` };
  return {
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    // After its seven tries it would wait for a limit for most of an hour, without a word. Reeve waits for all agents at once.
    model: { generationConfig: { maxRetries: Number(options["max_retries"] ?? 0) } },
    // Reeve's tools would have to be searched for before they could be called.
    ...(callback && {
      tools: { toolSearch: { enabled: false } },
      mcpServers: { reeve: { httpUrl: callback.url, headers, trust: true } },
    }),
  };
}

function flag(name: string, value: string | null | undefined): readonly string[] {
  return value === null || value === undefined ? [] : [name, value];
}
