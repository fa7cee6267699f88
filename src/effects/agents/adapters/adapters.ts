/** All adapters by the name `reeve.yaml` gives them. A new one is one file and one line here. */

import { scriptedAdapter } from "../scripted/scripted-adapter.ts";
import type { AgentAdapter } from "./agent-adapter.ts";
import { checkpointAdapter } from "./checkpoint-adapter.ts";
import { commandAdapter } from "./command-adapter.ts";
import { drivenAdapter } from "./driven-adapter.ts";

export const agentAdapters: Readonly<Record<string, AgentAdapter>> = {
  command: commandAdapter,
  scripted: scriptedAdapter,
  checkpoint: checkpointAdapter,
  claude: drivenAdapter("claude", "claude"),
  qwen: drivenAdapter("qwen", "qwen"),
  opencode: drivenAdapter("opencode", "opencode"),
  gemini: drivenAdapter("gemini", "gemini"),
  copilot: drivenAdapter("copilot", "copilot"),
  codex: drivenAdapter("codex", "codex"),
  "codex-exec": drivenAdapter("codex-exec", "codex"),
  acp: drivenAdapter("acp"),
};
