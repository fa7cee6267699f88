/**
 * What lies in a home: what nobody is to read there, what builds write there to be quick the next time, and the folders that
 * each agent keeps its login and sessions in. Tables of names, seen from the home; nothing is looked at.
 */

/** Keys, logins, browsers and histories. What tools need to fetch packages (`.npmrc`, Maven's settings) is not here. */
export const SECRET_PLACES: readonly string[] = [
  ...[".ssh", ".gnupg", ".aws", ".azure", ".kube", ".oci", ".fly", ".config/gcloud", ".config/doctl", ".config/rclone"],
  ...[".docker/config.json", ".config/containers/auth.json", ".s3cfg", ".boto", ".databrickscfg", ".snowflake"],
  ...[
    ".netrc",
    "_netrc",
    ".git-credentials",
    ".config/git/credentials",
    ".config/gh",
    ".config/hub",
    ".config/glab-cli",
  ],
  ...[".pypirc", ".gem/credentials", ".cargo/credentials", ".cargo/credentials.toml", ".terraformrc"],
  ...[".terraform.d/credentials.tfrc.json", ".vault-token", ".pgpass", ".my.cnf", ".mylogin.cnf", ".config/stripe"],
  ...[".cache/huggingface/token", ".huggingface/token", ".kaggle", ".config/op", ".config/1Password"],
  ...[".password-store", ".local/share/keyrings", ".local/share/kwalletd", ".config/Bitwarden", ".config/keepassxc"],
  ...[".mozilla", ".thunderbird", ".config/google-chrome", ".config/chromium", ".config/BraveSoftware"],
  ...[".config/microsoft-edge", ".config/vivaldi", ".config/opera", "snap/firefox", "snap/chromium", ".var/app"],
  ...[".config/Signal", ".config/Slack", ".config/discord", ".bitcoin", ".ethereum", ".electrum"],
  ...[".bash_history", ".zsh_history", ".python_history", ".node_repl_history", ".psql_history", ".mysql_history"],
  ...["Library/Keychains", "Library/Cookies", "Library/Safari", "Library/Mail", "Library/Messages"],
  ...["Library/Application Support/Google/Chrome", "Library/Application Support/Firefox"],
];

/** Written by package managers and compilers, whoever calls them. */
export const CACHE_PLACES: readonly string[] = [
  ...[".cache", ".npm", ".pnpm-store", ".local/share/pnpm", ".yarn", ".bun/install/cache", ".deno", ".node-gyp"],
  ...[".cargo/registry", ".cargo/git", ".cargo/.package-cache", ".cargo/.package-cache-mutate", ".cargo/.global-cache"],
  ...["go/pkg", ".gradle", ".m2/repository", ".ivy2", ".sbt", ".nuget/packages", ".local/share/NuGet", ".pub-cache"],
  ...[
    ".hex",
    ".mix",
    ".bundle/cache",
    ".composer/cache",
    ".ccache",
    ".cpan",
    ".stack",
    ".cabal/packages",
    ".conda/pkgs",
  ],
  ...[
    ".local/share/uv",
    ".local/share/virtualenv",
    ".terraform.d/plugin-cache",
    ".julia",
    ".swiftpm",
    "Library/Caches",
  ],
];

/** Of those, what says what is run the next time: to be read only. */
export const CACHE_STEERING: readonly string[] = [
  ...[".gradle/gradle.properties", ".gradle/init.gradle", ".gradle/init.gradle.kts", ".gradle/init.d"],
  ...[".sbt/repositories", ".sbt/1.0"],
];

export interface AgentPlaces {
  /** Written while it works: login, sessions, caches. */
  readonly own: readonly string[];
  /** Variables that move such a folder elsewhere. */
  readonly variables: readonly string[];
  /** Files in the home itself: it works with a copy, and what it writes there does not stay. */
  readonly copied: readonly string[];
  /** Within its own: what says what it runs the next time, also without a sandbox. To be read only. */
  readonly steering: readonly string[];
}

const XDG = ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"];

/** By the name of the agent's program. */
export const AGENT_PLACES: Readonly<Record<string, AgentPlaces>> = {
  claude: {
    own: [".claude", ".local/share/claude", ".local/state/claude"],
    variables: ["CLAUDE_CONFIG_DIR"],
    copied: [".claude.json"],
    steering: ["settings.json", "settings.local.json", "CLAUDE.md", "commands", "agents", "hooks", "skills"].map(
      (name) => `.claude/${name}`,
    ),
  },
  codex: {
    own: [".codex"],
    variables: ["CODEX_HOME"],
    copied: [],
    steering: ["config.toml", "AGENTS.md", "hooks.json", "prompts", "rules"].map((name) => `.codex/${name}`),
  },
  opencode: {
    own: [".local/share/opencode", ".local/state/opencode", ".config/opencode"],
    variables: XDG,
    copied: [],
    steering: ["opencode.json", "opencode.jsonc", "config.json", "AGENTS.md", "agent", "command", "plugin"].map(
      (name) => `.config/opencode/${name}`,
    ),
  },
  gemini: {
    own: [".gemini"],
    variables: ["GEMINI_CLI_HOME"],
    copied: [],
    steering: ["settings.json", "GEMINI.md", "commands", "extensions", "policies"].map((name) => `.gemini/${name}`),
  },
  qwen: {
    own: [".qwen"],
    variables: ["QWEN_HOME"],
    copied: [],
    steering: ["settings.json", "QWEN.md", "commands", "extensions"].map((name) => `.qwen/${name}`),
  },
  copilot: {
    own: [".copilot"],
    variables: ["COPILOT_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"],
    copied: [],
    steering: ["mcp-config.json", "copilot-instructions.md", "agents", "hooks"].map((name) => `.copilot/${name}`),
  },
  cursor: plain(".cursor", ".config/Cursor", ".config/cursor"),
  amp: plain(".amp", ".config/amp", ".local/share/amp"),
  goose: plain(".config/goose", ".local/share/goose"),
  aider: plain(".aider", ".aider.conf.yml"),
  crush: plain(".config/crush", ".local/share/crush"),
  cline: plain(".cline"),
  auggie: plain(".augment"),
  continue: plain(".continue"),
  grok: plain(".grok"),
  droid: plain(".factory"),
  kimi: plain(".kimi"),
  pi: plain(".pi"),
  windsurf: plain(".codeium", ".windsurf"),
};

function plain(...own: string[]): AgentPlaces {
  return { own, variables: [], copied: [], steering: [] };
}

/** The agents that a command is, or seems to start: those named in one of its words. Shell lines are not searched. */
export function agentsIn(command: readonly string[]): readonly string[] {
  const plainWords = command.filter((word) => !/\s/.test(word));
  const words = new Set(plainWords.flatMap((word) => word.toLowerCase().split(/[^a-z0-9]+/)));
  return Object.keys(AGENT_PLACES).filter((agent) => words.has(agent));
}
