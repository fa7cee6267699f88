/**
 * The agents that tests drive: which package each is, at which exact version, and where its program lies once
 * `npm run agents:install` has run. It installs nothing.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const AGENTS_DIR = fileURLToPath(new URL("..", import.meta.url));

/**
 * What makes short turns quick. Agents would make anew in every home: code compiled for Node, which is most of a short turn
 * for several of them, and the 200 MB that Copilot CLI unpacks; nothing of a session is in it. And Node waits longer before
 * it tidies up, which in a short life is work for nothing.
 */
const CACHE = join(AGENTS_DIR, "node_modules", ".cache");
export const SPEED = {
  NODE_COMPILE_CACHE: join(CACHE, "compiled"),
  COPILOT_PKG_CACHE_HOME: join(CACHE, "copilot"),
  NODE_OPTIONS: "--max-semi-space-size=128",
} as const;

/** Agent → its package. The program has the agent's name. */
const packages = {
  claude: "@anthropic-ai/claude-code",
  codex: "@openai/codex",
  opencode: "opencode-ai",
  gemini: "@google/gemini-cli",
  qwen: "@qwen-code/qwen-code",
  copilot: "@github/copilot",
} as const;

export type AgentName = keyof typeof packages;
export const AGENT_NAMES = Object.keys(packages) as readonly AgentName[];

export interface InstalledAgent {
  readonly name: AgentName;
  readonly package: string;
  /** The exact version that test/agents/package.json asks for. */
  readonly pinned: string;
  /** The version that is there; null: not installed. */
  readonly version: string | null;
  /** The absolute path of its program. */
  readonly program: string;
}

export function installedAgent(name: AgentName): InstalledAgent {
  const pins = manifestAt(AGENTS_DIR)?.dependencies ?? {};
  const found = manifestAt(join(AGENTS_DIR, "node_modules", packages[name]));
  return {
    name,
    package: packages[name],
    pinned: pins[packages[name]] ?? "",
    version: found?.version ?? null,
    program: join(AGENTS_DIR, "node_modules", ".bin", name),
  };
}

/** Why the agent cannot be tested here; null: it can. For the reason of a skipped test. */
export function whyNotInstalled(name: AgentName): string | null {
  const { version, pinned } = installedAgent(name);
  return version === pinned ? null : `needs ${name} ${pinned}: npm run agents:install`;
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifestAt(folder: string): Manifest | null {
  const file = join(folder, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : null;
}
