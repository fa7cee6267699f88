/** What people read about the sandbox: what is enforced, what is not, and what to do about it. Words only. */
import type { SandboxConfig } from "../../domain/spec/sandbox.ts";
import type { SandboxState } from "../../effects/sandbox/sandbox-state.ts";

/** One line for `doctor`, `run` and `review`. */
export function sandboxText(state: SandboxState, config: SandboxConfig): string {
  if (state.type === "off") return "Sandbox: off; agents and gates run with all your rights";
  if (state.type === "none") return `Sandbox: none, because ${state.why}; agents and gates run with all your rights`;
  const { kind, ownProcesses } = state.walls;
  const files = "files are enclosed";
  const processes = ownProcesses ? "so are processes" : "processes are not";
  return `Sandbox: ${kind}; ${files}, ${processes}, and ${networkText(state.openNetwork, config)}`;
}

function networkText(openNetwork: boolean, { network, hosts }: SandboxConfig): string {
  if (openNetwork) return `the network stays open, because \`${network}\` cannot be enforced here`;
  if (network === "open") return "the network is open";
  if (network === "none") return "the network is closed";
  const more = hosts.length === 0 ? "" : ` and ${hosts.join(", ")}`;
  return `the network leads to models through Reeve's gateway${more} only`;
}

/** Null: everything that is demanded holds. */
export function sandboxRefusal(state: SandboxState, config: SandboxConfig): string | null {
  if (config.mode !== "on") return null;
  if (state.type === "none")
    return `\`sandbox: on\` is configured, but this machine offers none: ${state.why}. ${HELP}`;
  if (state.type === "up" && state.openNetwork)
    return `\`sandbox: on\` with \`network: ${config.network}\` is configured, but the network cannot be closed here. ${HELP}`;
  return null;
}

/** For whoever wants one and has none; also what a finding of `doctor` is mended by. */
export const HELP =
  "Install bubblewrap (`apt install bubblewrap`, `dnf install bubblewrap`) and see that it may make namespaces, or write `sandbox: auto`.";
