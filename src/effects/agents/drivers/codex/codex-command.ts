/**
 * The command lines, the settings and the environment of Codex for an unattended turn. Everything is set on the command
 * line: nothing of what a person keeps in Codex's home is read or written here, so that the login found there counts.
 */
import { DRIVER_ENV, type DriveOrder } from "../driver-lines.ts";
import { codexProgram } from "./codex-program.ts";

export type Sandbox = "danger-full-access" | "workspace-write" | "read-only";

export interface CodexCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function sandboxOf({ options }: DriveOrder): Sandbox {
  const wanted = options["sandbox"] ?? "danger-full-access";
  // What nobody knows must not mean everything.
  return wanted === "danger-full-access" || wanted === "workspace-write" ? wanted : "read-only";
}

/** It speaks JSON-RPC on both sides. */
export function serverCommand(order: DriveOrder): CodexCommand {
  return { command: [...codexProgram(order.program), "app-server", ...settings(order)], env: envOf(order) };
}

/** It reads its prompt from standard input, because a command line has a limit and can be read by everybody. */
export function execCommand(
  order: DriveOrder,
  session: string | null,
  schemaFile: string | null,
  gateway: string | null,
): CodexCommand {
  const sandbox = sandboxOf(order);
  const flags = [
    "--json",
    "--skip-git-repo-check",
    ...(sandbox === "danger-full-access"
      ? ["--dangerously-bypass-approvals-and-sandbox"]
      : ["-c", `sandbox_mode=${toml(sandbox)}`, "-c", 'approval_policy="never"']),
    ...(order.model === null ? [] : ["--model", order.model]),
    ...(schemaFile === null ? [] : ["--output-schema", schemaFile]),
    ...setting("developer_instructions", order.options["system_prompt"]),
    ...setting("openai_base_url", gateway ?? undefined),
    // Otherwise it would write into the person's configuration that this directory is trusted.
    ...["-c", `projects={${toml(order.workspace)}={trust_level="untrusted"}}`],
    ...settings(order),
  ];
  const what = session === null ? ["exec", ...flags, "-"] : ["exec", "resume", ...flags, session, "-"];
  return { command: [...codexProgram(order.program), ...what], env: envOf(order) };
}

function settings({ callback, options }: DriveOrder): readonly string[] {
  const plugins = options["plugins"] === "true";
  return [
    ...["-c", "analytics.enabled=false", "-c", "check_for_update_on_startup=false"],
    // Without a network it would wait for one for ever, and nobody could tell.
    ...["-c", "features.unbounded_connection_retries=false"],
    // They are looked up on the network at every start.
    ...(plugins ? [] : ["-c", "features.plugins=false", "-c", "features.apps=false"]),
    ...setting("model_reasoning_effort", options["effort"]),
    ...(callback ? ["-c", `mcp_servers.${callback.name}=${callbackServer(callback.url)}`] : []),
  ];
}

/** A tool may wait for a person. The token is read from the environment, which only this user can see. */
function callbackServer(url: string): string {
  return `{url=${toml(url)},bearer_token_env_var=${toml(DRIVER_ENV.token)},tool_timeout_sec=${DAY_S}}`;
}

const DAY_S = 86_400;

function envOf({ callback }: DriveOrder): CodexCommand["env"] {
  return {
    // Otherwise its log is as it is configured for people who look for mistakes in Codex.
    RUST_LOG: "error",
    ...(callback && { [DRIVER_ENV.token]: callback.token }),
  };
}

function setting(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : ["-c", `${name}=${toml(value)}`];
}

/** A string of TOML's basic kind, which JSON's are, except for one character. */
function toml(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}
