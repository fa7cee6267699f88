/** What is special about Codex, tried on the real one through the real process host, for both ways to drive it. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { AgentLab, Turn } from "./conformance/agent-lab.ts";
import { onAgent } from "./conformance/trial.ts";

type Adapter = "codex" | "codex-exec";

const codex = (adapter: Adapter) => ({ agent: "codex", adapter }) as const;

export function codexCases(adapter: Adapter): void {
  describe(`${adapter}, what is special about it`, () => {
    settingsCases(adapter);
    // The setting is the same for both ways, and it takes long.
    if (adapter === "codex") gatewayCase();
    silenceCases(adapter);
    sessionCases(adapter);
  });
}

function withOptions(marker: string, options: Record<string, string>): Turn {
  return { marker, config: { options } };
}

function settingsCases(adapter: Adapter): void {
  onAgent(codex(adapter), "a person's configuration is not touched", async (lab) => {
    const before = readFileSync(configOf(lab), "utf8");
    await lab.run({ marker: "[[result:hello.txt]]" });
    expect(readFileSync(configOf(lab), "utf8")).toBe(before);
  });

  onAgent(
    codex(adapter),
    "a sandbox that only reads keeps files as they are, and no tool is told as done",
    async (lab) => {
      await lab.run(withOptions("[[ok]]", { sandbox: "read-only" }));
      expect(existsSync(join(lab.world.workspace.dir, "hello.txt"))).toBe(false);
      // Codex may leave out a command that its sandbox kept from running.
      expect(lab.events("tool_result").filter(({ ok }) => ok)).toEqual([]);
    },
  );

  onAgent(codex(adapter), "its model, a system prompt and the form of the answer reach the model", async (lab) => {
    const schema = { type: "object", properties: {}, required: [], additionalProperties: false };
    const more = { model: "another-model", schema };
    await lab.run({ ...withOptions("[[say:no object]]", { system_prompt: 'Say "ahoy".' }), more });
    const [request] = lab.world.server.requests();
    expect(request?.model).toBe("another-model");
    const system = [request?.system, ...(request?.messages ?? []).map(({ text }) => text)].join("\n");
    expect(system).toContain('Say "ahoy".');
    expect(await lab.ended()).toMatchObject({ type: "failed", failure: { class: "malformed_output" } });
  });

  onAgent(codex(adapter), "the native program is started, not the wrapper that could be killed alone", async (lab) => {
    await lab.start({ marker: "[[stall]]" });
    await lab.world.server.until(({ scenario }) => scenario === "[[stall]]");
    const lines = lab.world.processes().map(commandLineOf);
    expect(lines.some((line) => /vendor\/[^/]+\/bin\/codex\0/.test(line))).toBe(true);
    expect(lines.some((line) => /^[^\0]*node\0[^\0]*codex(?:\.js)?\0/.test(line))).toBe(false);
    await lab.stop();
  });
}

function gatewayCase(): void {
  onAgent(codex("codex"), "with a key its requests go through the gateway", async (lab) => {
    const key = "sk-scripted";
    writeFileSync(configOf(lab), 'model = "gpt-5-codex"\n');
    writeFileSync(join(lab.world.home, ".codex/auth.json"), JSON.stringify({ OPENAI_API_KEY: key }));
    const config = { env: { ...lab.world.env, OPENAI_API_KEY: key } };
    // It first tries a kind of connection that the scripted server does not have, several times.
    await lab.run({ marker: "[[result]]", more: { gateway: { url: `${lab.world.server.url}/gate` } }, config });
    expect(lab.world.server.requests().at(-1)?.path).toBe("/gate/openai/responses");
    expect(await lab.ended()).toMatchObject({ type: "done" });
  });
}

function silenceCases(adapter: Adapter): void {
  onAgent(
    codex(adapter),
    "without a network it gives up, though it would wait for ever as it comes",
    async (lab) => {
      const config = readFileSync(configOf(lab), "utf8");
      writeFileSync(configOf(lab), config.slice(0, config.indexOf("[features]")));
      expect(await lab.run({ marker: "[[ok]]" })).toMatchObject({ type: "failed", failure: { class: "network" } });
    },
    { model: "refused" },
  );

  onAgent(
    codex(adapter),
    "a model that never begins to answer is given up after the silence that is allowed",
    async (lab) => {
      expect(await lab.run(withOptions("[[silence]]", { silence_s: "3" }))).toMatchObject({
        type: "failed",
        failure: { class: "timeout", message: expect.stringContaining("silence_s") },
      });
    },
  );

  onAgent(codex(adapter), "a limit that ends in an hour is not waited for without a word", async (lab) => {
    expect(await lab.run(withOptions("[[http:429,0,3600]]", { silence_s: "3" }))).toMatchObject({
      type: "failed",
      failure: { class: "rate_limit" },
    });
  });
}

function sessionCases(adapter: Adapter): void {
  onAgent(codex(adapter), "a session with a name that is no id begins anew, and that is said", async (lab) => {
    expect(await lab.run({ marker: "[[result]]", session: "not-an-id" })).toMatchObject({ type: "done" });
    expect(lab.told()).toContain("not-an-id was not found");
  });

  onAgent(codex(adapter), "a session that cannot be read any more begins anew, and that is said", async (lab) => {
    await lab.run({ marker: "[[steps:1]]" });
    const session = await lab.session();
    writeFileSync(rolloutOf(lab, session), "garbage\n");
    expect(await lab.run({ id: "2", marker: "[[result]]", session })).toMatchObject({ type: "done" });
    expect(lab.told("2")).toContain(`${session} was not found`);
    expect(await lab.session("2")).not.toBe(session);
  });

  onAgent(codex(adapter), "a session that is at work gets no second writer", async (lab) => {
    await lab.start({ marker: "[[bash:until [ -e go ]; do sleep 0.1; done]]" });
    await lab.usesTool();
    const outcome = await lab.run({ id: "2", marker: "[[recall]]", session: await lab.session() });
    expect(outcome).toMatchObject({ type: "failed", failure: { class: "session_corrupt", restart: "transient" } });
    writeFileSync(join(lab.world.workspace.dir, "go"), "");
    await lab.ended();
    expect(lab.texts()).toContain("Finished.");
  });
}

/** Empty: it has ended meanwhile. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function configOf(lab: AgentLab): string {
  return join(lab.world.home, ".codex/config.toml");
}

function rolloutOf(lab: AgentLab, session: string): string {
  const root = join(lab.world.home, ".codex/sessions");
  const found = readdirSync(root, { recursive: true, encoding: "utf8" }).find((name) => name.includes(session));
  return join(root, found ?? "missing");
}
