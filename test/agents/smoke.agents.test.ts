/** Each agent, by its plain command line and without a driver, does a scripted turn. It proves that the tests can run. */
import { networkInterfaces } from "node:os";
import { afterEach, expect, test } from "vitest";
import { type AgentWorld, agentWorld } from "./harness/agent-world.ts";
import { AGENT_NAMES, whyNotInstalled } from "./harness/installed.ts";
import { plainCommand } from "./harness/plain-command.ts";

let world: AgentWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

test.each(AGENT_NAMES)("%s creates a file in its workspace and ends with exit code 0", async (agent) => {
  expect(whyNotInstalled(agent)).toBeNull();
  world = await agentWorld(agent);
  const { code, stdout, stderr } = await world.run(plainCommand(agent, "Please create the file. [[ok:world]]"));
  expect(code, `${stdout.slice(-2000)}\n${stderr.slice(-2000)}`).toBe(0);
  expect(world.workspace.read("hello.txt")).toBe("hello world\n");
});

test("nothing but loopback can be reached", (context) => {
  if (process.env["REEVE_OFFLINE"] !== "1") context.skip("this machine allows no network namespace");
  expect(Object.keys(networkInterfaces())).toEqual(["lo"]);
});
