/** The world that tests of real agents run in, tried without an agent. */
import { existsSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { until } from "../../wait.ts";
import { type AgentWorld, agentWorld } from "./agent-world.ts";
import { AGENT_NAMES, installedAgent } from "./installed.ts";

let world: AgentWorld | undefined;
afterEach(() => world?.close());

test("an agent sees a home, a workspace and a model of its own, and no key of whoever runs the tests", async () => {
  process.env["SOMEBODYS_API_KEY"] = "secret";
  world = await agentWorld("claude");
  const { stdout } = await world.run(["sh", "-c", "pwd; echo $HOME; env; git log --format=%s"]);
  delete process.env["SOMEBODYS_API_KEY"];
  expect(stdout.split("\n").slice(0, 2)).toEqual([world.workspace.dir, world.home]);
  expect(stdout).toContain(`ANTHROPIC_BASE_URL=${world.server.url}`);
  expect(stdout).toContain("Begin");
  expect(stdout).not.toContain("SOMEBODYS_API_KEY");
});

test("closing it ends what was left behind, in whatever session, and removes all of it", async () => {
  const left = await agentWorld("codex");
  const { code } = await left.run(["sh", "-c", "setsid sleep 600 & exit 3"]);
  expect(code).toBe(3);
  await until("the process that was left", () => left.processes().length === 1);
  await left.close();
  expect(left.processes()).toEqual([]);
  expect([left.home, left.workspace.dir].filter((path) => existsSync(path))).toEqual([]);
});

test("a command that takes too long is killed", async () => {
  world = await agentWorld("gemini");
  expect(await world.run(["sleep", "600"], 50)).toMatchObject({ code: null, signal: "SIGKILL" });
});

test("a model that refuses connections has an address all the same", async () => {
  world = await agentWorld("qwen", { model: "refused" });
  expect(world.env["OPENAI_BASE_URL"]).toBe(`${world.server.url}/v1`);
  await expect(fetch(world.server.url)).rejects.toThrow("fetch failed");
});

test.each(AGENT_NAMES)("%s is pinned to an exact version", (agent) => {
  expect(installedAgent(agent).pinned).toMatch(/^\d+\.\d+\.\d+$/);
});
