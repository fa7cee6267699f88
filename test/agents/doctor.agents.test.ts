/** `reeve doctor --try` with the real agents: one turn each, through its own driver, on loopback, without any login. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { inspectAgents } from "../../src/app/machine/inspect-agents.ts";
import { defaultConfig } from "../../src/config/parse-config.ts";
import { AGENT_NAMES, installedAgent, SPEED, whyNotInstalled } from "./harness/installed.ts";

const limits = { minutes: 1, outputMb: 1, parallel: 1 };

for (const name of AGENT_NAMES)
  test(`doctor --try: the version of ${name} fits, and a turn on loopback works`, async (context) => {
    expect(whyNotInstalled(name)).toBeNull();
    const home = mkdtempSync(join(tmpdir(), "reeve-doctor-"));
    context.onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
    const { program, pinned } = installedAgent(name);
    const agent = { adapter: name, command: [program], env: {}, tiers: [], limits, options: {} };
    const env = { PATH: [dirname(process.execPath), "/usr/bin", "/bin"].join(":"), HOME: home, ...SPEED };
    const config = { ...defaultConfig(), agents: { it: agent } };
    const found = await inspectAgents(config, { root: dirname(program), env, isTrying: true });
    const told = found.map(({ what }) => what).join("\n");
    expect(told).toContain(pinned);
    expect(told).toMatch(/a turn on loopback worked/);
    expect(told).toMatch(/no login of/);
  });
