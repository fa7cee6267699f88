/**
 * How each known agent is pointed to a model on loopback: variables, and files in a home of its own. The key is none. What
 * a person has configured is not read, so no login of theirs is ever sent there.
 */

export interface Pointed {
  readonly env: Readonly<Record<string, string>>;
  /** Path in its home → content. */
  readonly files: Readonly<Record<string, string>>;
  /** For those that ask before they begin which one they should take. */
  readonly model?: string;
}

const KEY = "none";

/** By the name of its program; undefined: Reeve does not know how. */
export function pointedTo(program: string, url: string): Pointed | undefined {
  return WAYS[program]?.(url);
}

const WAYS: Readonly<Record<string, (url: string) => Pointed>> = {
  claude: (url) => ({
    env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: KEY, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
    files: {},
  }),
  codex: (url) => ({ env: { ONE_ANSWER_KEY: KEY }, files: { ".codex/config.toml": codexConfig(url) } }),
  opencode: (url) => ({
    env: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" },
    files: {
      ".config/opencode/opencode.json": opencodeConfig(url),
      // Its own list of some thousand models is not needed here, and takes it longer to read than the turn.
      ".cache/opencode/models.json": "{}",
    },
  }),
  gemini: (url) => ({
    env: { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: "true" },
    files: {
      ".gemini/settings.json": JSON.stringify({
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false, maxAttempts: 2 },
        security: { auth: { selectedType: "gemini-api-key" } },
      }),
    },
    model: "gemini-2.5-pro",
  }),
  qwen: (url) => ({
    env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "one-answer" },
    files: { ".qwen/settings.json": JSON.stringify({ privacy: { usageStatisticsEnabled: false } }) },
  }),
  copilot: (url) => ({
    env: {
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_MODEL: "one-answer",
      COPILOT_OFFLINE: "true",
    },
    files: {},
  }),
};

/** A model it knows: of others it warns. */
function codexConfig(url: string): string {
  return `model = "gpt-5.5"
model_provider = "one_answer"
check_for_update_on_startup = false

[model_providers.one_answer]
name = "one answer"
base_url = "${url}/v1"
env_key = "ONE_ANSWER_KEY"
wire_api = "responses"
`;
}

function opencodeConfig(url: string): string {
  const options = { baseURL: `${url}/v1`, apiKey: KEY };
  const models = { model: { limit: { context: 200_000, output: 8_000 } } };
  return JSON.stringify({
    autoupdate: false,
    share: "disabled",
    model: "one/model",
    small_model: "one/model",
    enabled_providers: ["one"],
    provider: { one: { npm: "@ai-sdk/openai-compatible", options, models } },
  });
}
