/** All drivers by the name of their adapter, each loaded only in the process that drives it. One line per driver. */
import type { Driver } from "./driver.ts";

export const drivers: Readonly<Record<string, () => Promise<Driver>>> = {
  claude: async () => (await import("./claude/claude-driver.ts")).claudeDriver,
  qwen: async () => (await import("./qwen/qwen-driver.ts")).qwenDriver,
  codex: async () => (await import("./codex/codex-driver.ts")).codexDriver,
  "codex-exec": async () => (await import("./codex/exec/codex-exec-driver.ts")).codexExecDriver,
  acp: async () => (await import("./acp/acp-driver.ts")).acpDriver,
  opencode: async () => (await import("./opencode/opencode-driver.ts")).opencodeDriver,
  gemini: async () => (await import("./gemini/gemini-driver.ts")).geminiDriver,
  copilot: async () => (await import("./copilot/copilot-driver.ts")).copilotDriver,
};
