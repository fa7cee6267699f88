/**
 * The agents Reeve knows: which versions it was tried with, where their login lies, which of their settings keep them from
 * working unattended, and what a person does about each. A table; it looks at nothing itself.
 */
import type { KnownAgent, LoginFile } from "./known-agent.ts";

function file(path: string, moved: string | null = null, below = path, word?: string): LoginFile {
  return { in: moved, moved: below, path, ...(word !== undefined && { word }) };
}

export const KNOWN_AGENTS: readonly KnownAgent[] = [
  {
    program: "claude",
    name: "Claude Code",
    install: "npm install -g @anthropic-ai/claude-code",
    unattended: "with --dangerously-skip-permissions",
    oldest: "2.1.0",
    tried: "2.1.325",
    login: {
      variables: [
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "CLAUDE_CODE_OAUTH_TOKEN",
        "CLAUDE_CODE_USE_BEDROCK",
        "CLAUDE_CODE_USE_VERTEX",
      ],
      files: [
        file(".claude/.credentials.json", "CLAUDE_CONFIG_DIR", ".credentials.json"),
        file(".claude/settings.json", "CLAUDE_CONFIG_DIR", "settings.json", "apiKeyHelper"),
      ],
      ask: { args: ["auth", "status"], none: /"loggedIn":\s*false/ },
      // Settings may bring a key that it has only once it works.
      chosen: [".claude/settings.json", ".claude/settings.local.json", "/etc/claude-code/managed-settings.json"].map(
        (each) => ({ file: each, words: ["apiKeyHelper", "ANTHROPIC_", "CLAUDE_CODE_USE_", "AWS_"] }),
      ),
      fix: "Run `claude` once and log in, or set ANTHROPIC_API_KEY.",
    },
    forbids: [".claude/settings.json", "/etc/claude-code/managed-settings.json"].map((path) => ({
      file: path,
      path: ["permissions", "disableBypassPermissionsMode"],
      value: "disable",
    })),
  },
  {
    program: "codex",
    name: "Codex",
    install: "npm install -g @openai/codex",
    unattended: "without approvals and without its sandbox",
    oldest: "0.150.0",
    tried: "0.166.0",
    login: {
      // It does not look at OPENAI_API_KEY, and at CODEX_API_KEY only in `codex exec`.
      variables: [],
      variablesOf: { "codex-exec": ["CODEX_API_KEY"] },
      files: [
        file(".codex/auth.json", "CODEX_HOME", "auth.json"),
        file(".codex/config.toml", "CODEX_HOME", "config.toml", "model_provider"),
      ],
      ask: { args: ["login", "status"], none: /^not logged in/im },
      chosen: [{ file: ".codex/config.toml", words: ["model_provider"] }],
      fix: "Run `codex login`, or with a key `printenv OPENAI_API_KEY | codex login --with-api-key`.",
    },
    forbids: [],
  },
  {
    program: "opencode",
    name: "OpenCode",
    install: "npm install -g opencode-ai",
    unattended: "with every permission set to allow",
    oldest: "1.18.0",
    tried: "1.18.33",
    login: {
      variables: [
        "ANTHROPIC_API_KEY",
        "OPENAI_API_KEY",
        "GEMINI_API_KEY",
        "OPENROUTER_API_KEY",
        "OPENCODE_CONFIG_CONTENT",
      ],
      files: [
        file(".local/share/opencode/auth.json", "XDG_DATA_HOME", "opencode/auth.json"),
        file(".config/opencode/opencode.json", "XDG_CONFIG_HOME", "opencode/opencode.json", "provider"),
      ],
      fix: "Run `opencode auth login`, or set the key of a provider.",
    },
    forbids: [],
  },
  {
    program: "gemini",
    name: "Gemini CLI",
    install: "npm install -g @google/gemini-cli",
    unattended: "with --yolo",
    oldest: "0.50.0",
    tried: "0.61.0",
    login: {
      variables: [
        "GEMINI_API_KEY",
        "GOOGLE_API_KEY",
        "GOOGLE_GENAI_USE_VERTEXAI",
        "GOOGLE_GENAI_USE_GCA",
        "GOOGLE_APPLICATION_CREDENTIALS",
      ],
      files: [file(".gemini/oauth_creds.json", "GEMINI_CLI_HOME")],
      chosen: [
        ...[".gemini/settings.json", "/etc/gemini-cli/settings.json"].map((each) => ({
          file: each,
          words: ["selectedType", "selectedAuthType"],
        })),
        ...[".gemini/.env", ".env"].map((each) => ({ file: each, words: ["GEMINI_", "GOOGLE_"] })),
      ],
      fix: "Run `gemini` once and log in, or set GEMINI_API_KEY.",
    },
    forbids: [{ file: ".gemini/settings.json", path: ["security", "disableYoloMode"], value: true }],
  },
  {
    program: "qwen",
    name: "Qwen Code",
    install: "npm install -g @qwen-code/qwen-code",
    unattended: "with --yolo",
    oldest: "0.20.0",
    tried: "0.24.4",
    login: {
      variables: ["OPENAI_API_KEY", "DASHSCOPE_API_KEY"],
      files: [file(".qwen/oauth_creds.json"), file(".qwen/settings.json", null, ".qwen/settings.json", "apiKey")],
      chosen: [
        { file: ".qwen/settings.json", words: ["selectedType", "selectedAuthType", "modelProviders"] },
        ...[".qwen/.env", ".env"].map((each) => ({ file: each, words: ["_API_KEY", "_BASE_URL"] })),
      ],
      fix: "Run `qwen` once and log in, or set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL.",
    },
    forbids: [{ file: ".qwen/settings.json", path: ["security", "disableYoloMode"], value: true }],
  },
  {
    program: "copilot",
    name: "GitHub Copilot CLI",
    install: "npm install -g @github/copilot",
    unattended: "with all tools and paths allowed",
    oldest: "1.0.0",
    tried: "1.0.102",
    login: {
      variables: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "COPILOT_PROVIDER_BASE_URL"],
      files: [
        file(".copilot/config.json", null, ".copilot/config.json", "logged_in_users"),
        file(".copilot/config.json", null, ".copilot/config.json", "loggedInUsers"),
        file(".config/gh/hosts.yml", "GH_CONFIG_DIR", "hosts.yml"),
      ],
      fix: "Run `copilot login`, or set COPILOT_GITHUB_TOKEN.",
    },
    forbids: [],
  },
];

/** By the name or path of its program. */
export function knownAgent(program: string | undefined): KnownAgent | undefined {
  const name = program?.slice(program.lastIndexOf("/") + 1);
  return KNOWN_AGENTS.find((known) => known.program === name);
}
