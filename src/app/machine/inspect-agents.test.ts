import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { defaultConfig } from "../../config/parse-config.ts";
import type { AgentConfig } from "../../domain/spec/config.ts";
import { agentWarnings, inspectAgents } from "./inspect-agents.ts";

const FAKE = fileURLToPath(new URL("../../../test/agents/fixtures/fake-claude.ts", import.meta.url));

/** A folder with fake programs in PATH, and a home. */
function machine(programs: Readonly<Record<string, string>>) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve-doctor-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  for (const folder of ["bin", "home"]) mkdirSync(join(dir, folder));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(dir, "bin", name), script);
    chmodSync(join(dir, "bin", name), 0o755);
  }
  const path = [join(dir, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  return { dir, env: { PATH: path, HOME: join(dir, "home") } };
}

function agent(adapter: string, more: Partial<AgentConfig> = {}): AgentConfig {
  const limits = { minutes: 1, outputMb: 1, parallel: 1 };
  return { adapter, command: [], env: {}, tiers: [], limits, options: {}, ...more };
}

const printing = (version: string) => `#!/bin/sh\necho ${version}\n`;
const fakeClaude = (how = "") => `#!/bin/sh\nFAKE='${how}' exec '${process.execPath}' '${FAKE}' "$@"\n`;

async function look(agents: Record<string, AgentConfig>, { dir, env }: ReturnType<typeof machine>, isTrying = false) {
  return await inspectAgents({ ...defaultConfig(), agents }, { root: dir, env, isTrying });
}

test("a configured agent is told with version, login and permissions, and no secret is", async () => {
  const here = machine({ claude: printing("2.1.325") });
  const env = { ...here.env, ANTHROPIC_API_KEY: "sk-very-secret" };
  const found = await look({ coder: agent("claude") }, { ...here, env });
  expect(found.filter(({ good }) => !good)).toEqual([]);
  expect(found.map(({ what }) => what)).toEqual(
    expect.arrayContaining(["Agent coder: Claude Code 2.1.325", "Agent coder: logged in (ANTHROPIC_API_KEY)"]),
  );
  expect(JSON.stringify(found)).not.toContain("sk-very-secret");
});

test.skipIf(process.platform === "darwin")("every problem comes with its fix", async () => {
  const here = machine({ claude: printing("1.0.0") });
  mkdirSync(join(here.dir, "home/.claude"));
  const settings = { permissions: { disableBypassPermissionsMode: "disable" } };
  writeFileSync(join(here.dir, "home/.claude/settings.json"), JSON.stringify(settings));
  const agents = { coder: agent("claude"), plain: agent("command", { command: ["claude"] }), gone: agent("qwen") };
  const bad = (await look(agents, here)).filter(({ good }) => !good);
  expect(bad.map(({ what }) => what)).toEqual([
    expect.stringContaining("1.0.0 is older than 2.1.0"),
    expect.stringContaining("no login of Claude Code"),
    expect.stringContaining("may not work without asking"),
    expect.stringContaining("started as a plain program"),
    expect.stringContaining("The program qwen was not found"),
  ]);
  for (const { fix } of bad) expect(fix).toMatch(/\.$/);
});

test("what is installed and not configured is told, and is no problem", async () => {
  const found = await look({}, machine({ gemini: printing("0.61.0"), codex: "#!/bin/sh\nexit 1\n" }));
  const others = found.filter(({ what }) => what.startsWith("Not configured"));
  expect(others).toEqual([
    { what: expect.stringContaining("Codex which does not start"), good: true },
    { what: expect.stringContaining("Gemini CLI 0.61.0"), good: true },
  ]);
});

test("a turn on loopback proves that an agent works, or tells why it does not", async () => {
  const login = { env: { ANTHROPIC_API_KEY: "x" } };
  const works = await look({ coder: agent("claude", login) }, machine({ claude: fakeClaude() }), true);
  expect(works).toContainEqual({
    what: expect.stringMatching(/coder: a turn on loopback worked \(\d+ ms\)/),
    good: true,
  });
  const fails = await look({ coder: agent("claude", login) }, machine({ claude: fakeClaude("die") }), true);
  expect(fails).toContainEqual({
    what: expect.stringContaining("a turn on loopback failed"),
    good: false,
    fix: expect.any(String),
  });
});

test("before a run only what is certain at once is told, and only of agents that are there", () => {
  const here = machine({ claude: printing("2.1.325") });
  mkdirSync(join(here.dir, "home/.claude"));
  const settings = { permissions: { disableBypassPermissionsMode: "disable" }, apiKeyHelper: "my-key" };
  writeFileSync(join(here.dir, "home/.claude/settings.json"), JSON.stringify(settings));
  const agents = { coder: agent("claude"), other: agent("command", { command: ["true"] }), gone: agent("qwen") };
  const told = agentWarnings(agents, { root: here.dir, env: here.env, isTrying: false });
  expect(told).toEqual([expect.stringContaining("Agent coder: Claude Code may not work without asking")]);
});
