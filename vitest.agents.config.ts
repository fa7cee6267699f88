import { defineConfig } from "vitest/config";
import { ClosingLine } from "./scripts/closing-line.ts";

/** Tests that drive the real agents: `npm run test:agents` starts them where nothing but loopback can be reached. */
export default defineConfig({
  test: {
    include: ["test/agents/**/*.agents.test.ts"],
    // An agent is several processes of its own; more at once only get slower.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    retry: process.env["CI"] ? 1 : 0,
    reporters: ["default", new ClosingLine()],
  },
});
