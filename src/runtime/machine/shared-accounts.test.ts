/** A usage limit that one run met holds the same login in runs of other projects, and no other. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { AgentConfig } from "../../domain/spec/config.ts";
import { given } from "../../testing/given.ts";
import { SharedAccounts } from "./shared-accounts.ts";
import { SharedHost } from "./shared-host.ts";

const NOW = 1_000_000;
const NOTE = { agents: 0, promisedMb: 0, peaks: {} };

function anAgent(adapter: string, more: Partial<AgentConfig> = {}): AgentConfig {
  return { adapter, command: [], env: {}, options: {}, tiers: [], ...more } as unknown as AgentConfig;
}

function aMachine(): (name: string, agent: AgentConfig, env?: NodeJS.ProcessEnv) => ReturnType<typeof aRun> {
  const dir = mkdtempSync(join(tmpdir(), "reeve-accounts-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return (name, agent, env = { HOME: "somewhere", ANTHROPIC_API_KEY: "sk-secret" }) => aRun(dir, name, agent, env);
}

function aRun(dir: string, name: string, agent: AgentConfig, env: NodeJS.ProcessEnv) {
  const shared = new SharedHost(dir, name, () => NOW);
  const accounts = new SharedAccounts({ configs: { agent }, env, shared, now: () => NOW });
  const run = given({ tasks: ["a"] });
  const look = () => {
    const heard = accounts.look(run.state);
    shared.tell(NOTE);
    for (const input of heard) run.when(input);
    return heard;
  };
  const limited = () => run.when({ type: "account_limited", agents: ["agent"], until: NOW + 60_000 });
  return { dir, run, look, limited };
}

test("the same login in another project is held until the same time, and is told of once", () => {
  const machine = aMachine();
  const [one, two] = [machine("one-r1", anAgent("claude")), machine("two-r1", anAgent("claude"))];
  one.limited();
  one.look();
  expect(two.look()).toMatchObject([{ type: "account_limited", agents: ["agent"], until: NOW + 60_000 }]);
  expect([...two.run.state.accounts.held.values()]).toMatchObject([{ until: NOW + 60_000 }]);
  expect(two.look()).toEqual([]);
});

test("what was heard is not told on: a limit does not come back to whoever is free of it", () => {
  const machine = aMachine();
  const [one, two] = [machine("one-r1", anAgent("claude")), machine("two-r1", anAgent("claude"))];
  one.limited();
  one.look();
  two.look();
  two.look();
  const three = machine("three-r1", anAgent("claude"));
  rmSync(join(one.dir, "one-r1.json"));
  expect(three.look()).toEqual([]);
});

test("another key, another vendor, and a program nobody knows are not held", () => {
  const machine = aMachine();
  const one = machine("one-r1", anAgent("claude"));
  one.limited();
  one.look();
  expect(machine("key-r1", anAgent("claude", { env: { ANTHROPIC_API_KEY: "other" } })).look()).toEqual([]);
  expect(machine("env-r1", anAgent("claude"), { HOME: "somewhere", ANTHROPIC_API_KEY: "other" }).look()).toEqual([]);
  expect(machine("codex-r1", anAgent("codex")).look()).toEqual([]);
  const program = machine("sh-r1", anAgent("command", { command: ["./agent.sh"] }));
  program.limited();
  program.look();
  expect(machine("sh2-r1", anAgent("command", { command: ["./agent.sh"] })).look()).toEqual([]);
});

test("an account that a person named is shared by its name, whatever program uses it", () => {
  const machine = aMachine();
  const one = machine("one-r1", anAgent("command", { command: ["./one.sh"], account: "team" }));
  one.limited();
  one.look();
  expect(machine("two-r1", anAgent("command", { command: ["./two.sh"], account: "team" })).look()).toHaveLength(1);
});

test("no key is written down", () => {
  const one = aMachine()("one-r1", anAgent("claude", { env: { ANTHROPIC_AUTH_TOKEN: "sk-own-secret" } }));
  one.limited();
  one.look();
  const written = readdirSync(one.dir).map((name) => readFileSync(join(one.dir, name), "utf8"));
  expect(written.join("")).toContain(`${NOW + 60_000}`);
  expect(written.join("")).not.toContain("secret");
});
