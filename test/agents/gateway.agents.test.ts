/** Every agent through the gateway: it works as without, and each of its requests is told with status and tokens. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { tokensOf } from "../../src/domain/token-usage.ts";
import { openGateway } from "../../src/effects/gateway/gateway.ts";
import type { Gateway } from "../../src/effects/gateway/gateway-port.ts";
import type { RequestRecord } from "../../src/effects/gateway/request-record.ts";
import { agentVariables, upstreamsOf } from "../../src/effects/gateway/vendors.ts";
import { realClock } from "../../src/runtime/clock.ts";
import { type AgentWorld, agentWorld } from "./harness/agent-world.ts";
import { AGENT_NAMES, type AgentName, whyNotInstalled } from "./harness/installed.ts";
import { plainCommand } from "./harness/plain-command.ts";

/** Those that read no variable for it: where their user writes the address down. */
const ADDRESS_FILES: Partial<Record<AgentName, string>> = {
  codex: ".codex/config.toml",
  opencode: ".config/opencode/opencode.json",
};

test.each(AGENT_NAMES)("%s works through the gateway, and every request is counted", async (agent) => {
  expect(whyNotInstalled(agent)).toBeNull();
  const world = await agentWorld(agent);
  onTestFinished(() => world.close());
  const records: RequestRecord[] = [];
  const gateway = await aGateway(world, records);
  const { code, stdout, stderr } = await world.run(throughGateway(world, gateway, "Create the file. [[ok:gate]]"));
  expect(code, `${stdout.slice(-2000)}\n${stderr.slice(-2000)}`).toBe(0);
  expect(world.workspace.read("hello.txt")).toBe("hello gate\n");
  await vi.waitFor(() => expect(records.filter(({ tokens }) => tokens).length).toBeGreaterThanOrEqual(2));
  const counted = records.filter(({ tokens }) => tokens);
  expect(counted.every(({ status, ended, attempt }) => status === 200 && ended === "whole" && attempt === "a.1")).toBe(
    true,
  );
  expect(counted.every(({ tokens }) => tokens && tokensOf(tokens) > 0)).toBe(true);
});

async function aGateway(world: AgentWorld, records: RequestRecord[]): Promise<Gateway> {
  const runDir = mkdtempSync(join(tmpdir(), "reeve-gateway-"));
  const nothing = () => {};
  const openai = { OPENAI_BASE_URL: `${world.server.url}/v1` };
  const gateway = await openGateway({
    runDir,
    clock: realClock(),
    upstreams: () => upstreamsOf(world.env, openai),
    price: () => null,
    onRecord: (record) => records.push(record),
    onOver: nothing,
    onHold: nothing,
    env: {},
  });
  onTestFinished(async () => {
    await gateway.close();
    rmSync(runDir, { recursive: true, force: true });
  });
  return gateway;
}

function throughGateway(world: AgentWorld, gateway: Gateway, prompt: string): readonly [string, ...string[]] {
  const file = ADDRESS_FILES[world.agent];
  if (file !== undefined) {
    const path = join(world.home, file);
    const there = gateway.urlFor(world.agent, "a.1", "openai");
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(`${world.server.url}/v1`, there));
  }
  const variables = Object.entries(agentVariables(gateway.url(world.agent, "a.1"), world.env));
  return ["env", ...variables.map(([name, value]) => `${name}=${value}`), ...plainCommand(world.agent, prompt)];
}
