import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { ClosingLine } from "./scripts/closing-line.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // Tests that drive the real agents need them installed: `npm run test:agents`.
    exclude: [...configDefaults.exclude, "**/*.agents.test.ts"],
    // Many tests start processes of their own: more workers than this only fight for the cores.
    maxWorkers: Math.min(4, availableParallelism()),
    // These only tell a hang from a slow machine.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // On a machine of a pipeline a test of real processes may lose a race against the load; the closing line names each.
    retry: process.env["CI"] ? 1 : 0,
    reporters: ["default", new ClosingLine()],
  },
});
