import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { ClosingLine } from "./scripts/closing-line.ts";
import { longestFirst } from "./scripts/longest-first.ts";

const LONG = [
  "simulation/simulation",
  "e2e/git-crash",
  "e2e/integration",
  "e2e/advisors",
  "e2e/limits",
  "e2e/sixty-tasks",
  "e2e/gates",
  "integration/crash",
  "simulate-policy/every-run-ends.property",
  "e2e/worktrees",
];

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // Tests that drive the real agents need them installed: `npm run test:agents`.
    exclude: [...configDefaults.exclude, "**/*.agents.test.ts"],
    // Many tests start processes of their own, and wait for them: one worker more than cores, and no more.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    sequence: { sequencer: longestFirst(LONG) },
    // These only tell a hang from a slow machine.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // On a machine of a pipeline a test of real processes may lose a race against the load; the closing line names each.
    retry: process.env["CI"] ? 1 : 0,
    reporters: ["default", new ClosingLine("tests that drive the real agents: npm run test:agents")],
  },
});
