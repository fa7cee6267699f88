/** The plainest command line with which each agent works on a prompt unattended and prints events. No driver is in it. */

import { MODELS } from "./configure.ts";
import { type AgentName, installedAgent } from "./installed.ts";

export function plainCommand(agent: AgentName, prompt: string): readonly [string, ...string[]] {
  const { program } = installedAgent(agent);
  switch (agent) {
    case "claude":
      return [program, "-p", prompt, "--output-format", "stream-json", "--verbose", "--dangerously-skip-permissions"];
    case "codex":
      return [program, "exec", "--json", "--dangerously-bypass-approvals-and-sandbox", prompt];
    case "opencode":
      return [program, "run", "--pure", "--format", "json", prompt];
    case "gemini":
      return [program, "-p", prompt, "--output-format", "stream-json", "--yolo", "-m", MODELS.gemini];
    case "qwen":
      return [program, "--auth-type", "openai", prompt, "--output-format", "stream-json", "--yolo"];
    case "copilot":
      return [program, "--no-auto-update", "-p", prompt, "--allow-all-tools", "--output-format", "json"];
  }
}
