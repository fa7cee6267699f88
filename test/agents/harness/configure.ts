/**
 * Points each agent to the scripted model server, the way its user would: by variables of the environment and by files in
 * its home. Nothing here is a flag, so a driver's own command line stays as it is.
 */
import { fileURLToPath } from "node:url";
import type { AgentName } from "./installed.ts";

export interface Configuration {
  readonly env: Readonly<Record<string, string>>;
  /** Path in the agent's home → content. */
  readonly files: Readonly<Record<string, string>>;
}

/** The model that each agent is to ask for; the server answers for every name. */
export const MODELS: Readonly<Record<AgentName, string>> = {
  claude: "claude-opus-5-5",
  codex: "scripted-model",
  opencode: "scripted/model",
  gemini: "gemini-2.5-pro",
  qwen: "scripted-model",
  copilot: "scripted-model",
};

/** Retries are kept few: tests want to see that an agent gave up, not wait for it. */
export function configurationOf(agent: AgentName, url: string): Configuration {
  switch (agent) {
    case "claude":
      return { env: claudeEnv(url), files: {} };
    case "codex":
      return { env: { SCRIPTED_KEY: KEY }, files: { ".codex/config.toml": codexConfig(url) } };
    case "opencode":
      return { env: opencodeEnv, files: { ".config/opencode/opencode.json": opencodeConfig(url) } };
    case "gemini":
      return { env: geminiEnv(url), files: { ".gemini/settings.json": geminiSettings } };
    case "qwen":
      return { env: qwenEnv(url), files: { ".qwen/settings.json": qwenSettings } };
    case "copilot":
      return { env: copilotEnv(url), files: {} };
  }
}

const KEY = "scripted";

function claudeEnv(url: string) {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    // Root may skip permissions only in what says it is a sandbox.
    IS_SANDBOX: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    CLAUDE_CODE_MAX_RETRIES: "2",
  };
}

function codexConfig(url: string): string {
  return `model = "${MODELS.codex}"
model_provider = "scripted"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 2
stream_max_retries = 1

[analytics]
enabled = false

[features]
plugins = false
apps = false
unbounded_connection_retries = false
`;
}

const opencodeEnv = {
  // It comes with a list of some thousand models, and reading that is half of a short turn.
  OPENCODE_MODELS_PATH: fileURLToPath(new URL("../fixtures/opencode-models.json", import.meta.url)),
  // One thread that tidies up: cores are for other agents.
  BUN_JSC_useConcurrentGC: "0",
  BUN_JSC_numberOfGCMarkers: "1",
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
};

function opencodeConfig(url: string): string {
  return JSON.stringify({
    autoupdate: false,
    share: "disabled",
    snapshot: false,
    permission: "allow",
    model: MODELS.opencode,
    small_model: MODELS.opencode,
    enabled_providers: ["scripted"],
    provider: {
      scripted: {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: `${url}/v1`, apiKey: KEY },
        models: { model: { limit: { context: 200_000, output: 8_000 }, cost: { input: 3, output: 15 } } },
      },
    },
  });
}

function geminiEnv(url: string) {
  return {
    GEMINI_API_KEY: KEY,
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    // Without it a wrapper is in the way that passes no signal on.
    GEMINI_CLI_NO_RELAUNCH: "true",
  };
}

const geminiSettings = JSON.stringify({
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, maxAttempts: 2 },
  security: { auth: { selectedType: "gemini-api-key" } },
});

function qwenEnv(url: string) {
  return {
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: MODELS.qwen,
    // As Reeve's own driver starts it, also where another one does.
    QWEN_CODE_NO_RELAUNCH: "true",
  };
}

const qwenSettings = JSON.stringify({
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
  // Tools of a callback server would be hidden otherwise.
  tools: { toolSearch: { enabled: false } },
});

function copilotEnv(url: string) {
  return {
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: KEY,
    COPILOT_MODEL: MODELS.copilot,
    COPILOT_OFFLINE: "true",
  };
}
