/** All adapters by the name `reeve.yaml` gives them. A new one is one file and one line here. */
import type { AgentAdapter } from "./agent-adapter.ts";
import { commandAdapter } from "./command-adapter.ts";
import { scriptedAdapter } from "./scripted-adapter.ts";

export const agentAdapters: Readonly<Record<string, AgentAdapter>> = {
  command: commandAdapter,
  scripted: scriptedAdapter,
};
