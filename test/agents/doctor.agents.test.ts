/** `reeve doctor --try` with the real agents: one turn each, through its own driver, on loopback, without any login. */
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultConfig } from "../../src/config/parse-config.ts";
import { agentAdapters } from "../../src/effects/agents/adapters.ts";
import { inspectAgents } from "../../src/inspect-agents.ts";
import { AGENT_NAMES, installedAgent, whyNotInstalled } from "./harness/installed.ts";

const limits = { minutes: 1, outputMb: 1, parallel: 1 };

describe.each(AGENT_NAMES)("doctor --try: %s", (name) => {
  test("its version fits, and a turn on loopback works", async (context) => {
    const why = agentAdapters[name] === undefined ? `there is no adapter ${name}` : whyNotInstalled(name);
    if (why) context.skip(why);
    const { program, pinned } = installedAgent(name);
    const agent = { adapter: name, command: [program], env: {}, tiers: [], limits, options: {} };
    const env = { PATH: [dirname(process.execPath), "/usr/bin", "/bin"].join(":"), HOME: "/nowhere" };
    const config = { ...defaultConfig(), agents: { it: agent } };
    const found = await inspectAgents(config, { root: dirname(program), env, isTrying: true });
    const told = found.map(({ what }) => what).join("\n");
    expect(told).toContain(pinned);
    expect(told).toMatch(/a turn on loopback worked/);
    expect(told).toMatch(/no login of/);
  });
});
