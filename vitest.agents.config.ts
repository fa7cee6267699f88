import { defineConfig } from "vitest/config";
import { builtPrograms } from "./scripts/built-programs.ts";
import { ClosingLine } from "./scripts/closing-line.ts";
import { longestFirst } from "./scripts/longest-first.ts";
import { SPEED } from "./test/agents/harness/installed.ts";
import { HANG_MS, TEST_HANG_MS } from "./test/wait.ts";

const LONG = ["opencode", "qwen", "copilot", "session", "gemini", "demo", "acp-copilot"];

/** Tests that drive the real agents: `npm run test:agents` starts them where nothing but loopback can be reached. */
export default defineConfig({
  plugins: [builtPrograms()],
  test: {
    include: ["test/agents/**/*.agents.test.ts"],
    // Agents mostly wait, for a model that fails on purpose; each is several processes of some 300 MB together.
    maxWorkers: 4,
    maxConcurrency: 4,
    // Files share nothing but code: it is read once per worker.
    isolate: false,
    sequence: { sequencer: longestFirst(LONG.map((name) => `${name}.agents`)) },
    env: { ...SPEED, REEVE_IGNORE_LOAD: "1" },
    // These only tell a hang from a slow machine.
    testTimeout: TEST_HANG_MS,
    hookTimeout: HANG_MS,
    retry: process.env["CI"] ? 1 : 0,
    reporters: ["default", new ClosingLine()],
  },
});
