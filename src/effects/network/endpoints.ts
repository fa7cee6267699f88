/**
 * Where agents go: the provider of each, read off its adapter and environment, and the hosts that Reeve is willing to try
 * because of an agent's words. What an agent prints is not trusted: no address is tried that is not listed here or
 * configured. Nothing is sent from here.
 */
import type { AgentConfig } from "../../domain/spec/config.ts";
import type { Env } from "./proxy-for.ts";

const ANTHROPIC = "https://api.anthropic.com";
const OPENAI = "https://api.openai.com";
const GEMINI = "https://generativelanguage.googleapis.com";
const BASES = ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "COPILOT_PROVIDER_BASE_URL"] as const;

/** Null: nobody knows. `env`: what all agents inherit. */
export function endpointOf({ adapter, env: own, tiers }: AgentConfig, env: Env): string | null {
  const all = { ...env, ...own };
  switch (adapter) {
    case "claude":
      if (all["CLAUDE_CODE_USE_BEDROCK"] || all["CLAUDE_CODE_USE_VERTEX"]) return null;
      return originOf(all["ANTHROPIC_BASE_URL"]) ?? ANTHROPIC;
    case "codex":
    case "codex-exec":
      return originOf(all["OPENAI_BASE_URL"]) ?? (all["OPENAI_API_KEY"] ? OPENAI : "https://chatgpt.com");
    case "gemini":
      return (
        originOf(all["GOOGLE_GEMINI_BASE_URL"]) ??
        (all["GEMINI_API_KEY"] ? GEMINI : "https://cloudcode-pa.googleapis.com")
      );
    case "copilot":
      return originOf(all["COPILOT_PROVIDER_BASE_URL"]) ?? "https://api.githubcopilot.com";
    case "qwen":
      return originOf(all["OPENAI_BASE_URL"]);
    case "opencode":
      return onlyOne(tiers.map(({ model }) => OPENCODE[model.split("/", 1)[0] ?? ""]));
    default:
      return onlyOne(BASES.flatMap((name) => originOf(own[name]) ?? []));
  }
}

/** Whether somebody has said where it goes. Else it is what the vendor's agent does by itself, which its own settings may change. */
export function isEndpointNamed(config: AgentConfig, env: Env): boolean {
  const all = { ...env, ...config.env };
  const endpoint = endpointOf(config, env);
  return endpoint !== null && BASES.some((name) => originOf(all[name]) === endpoint);
}

const OPENCODE: Readonly<Record<string, string>> = { anthropic: ANTHROPIC, openai: OPENAI, google: GEMINI };

const PROVIDERS: ReadonlySet<string> = new Set([
  "api.anthropic.com",
  "api.openai.com",
  "chatgpt.com",
  "generativelanguage.googleapis.com",
  "cloudcode-pa.googleapis.com",
  "api.githubcopilot.com",
  "openrouter.ai",
  "api.mistral.ai",
  "api.deepseek.com",
]);

/** Where the work itself may have to go, whatever it is written in; with whatever lies below them. */
const DOMAINS: readonly string[] = [
  ...["npmjs.org", "yarnpkg.com", "pypi.org", "pythonhosted.org", "crates.io", "golang.org", "rubygems.org"],
  ...["maven.apache.org", "maven.org", "gradle.org", "nuget.org", "packagist.org", "hex.pm", "docker.io", "ghcr.io"],
  ...["github.com", "raw.githubusercontent.com", "gitlab.com", "bitbucket.org"],
];

export interface NamedHost {
  readonly endpoint: string;
  readonly isProvider: boolean;
}

const HOST = /^[a-z0-9.-]{1,100}$/;

/** What a failure names, if it is an address that may be tried; null: it is not. */
export function namedHost(subject: string): NamedHost | null {
  const host = subject.toLowerCase().replace(/:\d+$/, "");
  const isProvider = PROVIDERS.has(host);
  const isKnown = isProvider || (HOST.test(host) && DOMAINS.some((name) => host === name || host.endsWith(`.${name}`)));
  return isKnown ? { endpoint: `https://${host}`, isProvider } : null;
}

/** Of an address that is configured, without its path; null: it is none. */
export function originOf(address: string | undefined): string | null {
  const url = URL.parse(address?.trim() ?? "");
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.origin : null;
}

function onlyOne(endpoints: readonly (string | undefined)[]): string | null {
  const [first, ...others] = new Set(endpoints);
  return first === undefined || others.length > 0 ? null : first;
}
