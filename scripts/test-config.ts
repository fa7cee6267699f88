/**
 * How tests run, in both sizes. The quick ones are for every commit; all of them add the files that end with
 * `.long.test.ts` and let the others play every case they know (`test/thoroughly.ts`). Those that drive the real agents are in
 * neither: they have a configuration of their own.
 */
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig, type ViteUserConfig } from "vitest/config";
import { HANG_MS, TEST_HANG_MS } from "../test/wait.ts";
import { builtPrograms } from "./built-programs.ts";
import { ClosingLine } from "./closing-line.ts";
import { longestFirst } from "./longest-first.ts";

/** Tests in these start nothing and change nothing outside themselves: they share a worker, and its loaded modules. */
const PURE = ["src/{domain,config,plan,engine,views}/**/*.test.ts"];
const ALL = ["src/**/*.test.ts", "test/**/*.test.ts"];
const LONG = "**/*.long.test.ts";
const AGENTS = "**/*.agents.test.ts";

export function testConfig(size: "quick" | "all", longest: readonly string[]): ViteUserConfig {
  const exclude = [...configDefaults.exclude, AGENTS, ...(size === "all" ? [] : [LONG])];
  const elsewhere = "tests that drive the real agents: npm run test:agents";
  return defineConfig({
    // Programs of Reeve's that tests start come from dist/, as users get them, and start in a third of the time.
    plugins: [builtPrograms()],
    test: {
      projects: [
        { extends: true, test: { name: "pure", include: PURE, exclude, isolate: false } },
        { extends: true, test: { name: "whole", include: ALL, exclude: [...exclude, ...PURE] } },
      ],
      // Agents of tests write where walls would stop them; those that are about walls say so.
      env: { REEVE_SANDBOX: "off", REEVE_IGNORE_LOAD: "1", ...(size === "all" && { REEVE_TESTS: "all" }) },
      // Many tests start processes of their own, and wait for them: one worker more than cores, and no more.
      maxWorkers: Math.min(4, availableParallelism() + 1),
      sequence: { sequencer: longestFirst(longest) },
      // A test that asserts nothing fails.
      expect: { requireAssertions: true },
      testTimeout: TEST_HANG_MS,
      hookTimeout: HANG_MS,
      teardownTimeout: HANG_MS,
      // On a machine of a pipeline a test of real processes may lose a race against the load; the closing line names each.
      retry: process.env["CI"] ? 1 : 0,
      reporters: [
        "default",
        new ClosingLine(size === "all" ? elsewhere : `the long ones: npm run test:all; ${elsewhere}`),
      ],
    },
  });
}
