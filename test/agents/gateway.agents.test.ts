/**
 * Every agent that Reeve drives, through the gateway as its own driver points it there: it works as without, each of its
 * requests is told with status and tokens, and what it is told by the gateway it hands on as what it is.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tokensOf } from "../../src/domain/words/token-usage.ts";
import { openGateway } from "../../src/effects/gateway/gateway.ts";
import type { Gateway } from "../../src/effects/gateway/gateway-port.ts";
import type { RequestRecord } from "../../src/effects/gateway/usage/request-record.ts";
import { upstreamsOf } from "../../src/effects/gateway/vendors.ts";
import { realClock } from "../../src/runtime/time/clock.ts";
import type { AtEnd } from "../attempts/attempt-lab.ts";
import { until } from "../wait.ts";
import { AgentLab } from "./conformance/agent-lab.ts";
import type { Subject } from "./conformance/subject.ts";
import { MODELS } from "./harness/configure.ts";

const KEY = "sk-scripted";

/** Codex and OpenCode go through the gateway with vendors of their own, not with one that a person configured by hand. */
const SUBJECTS: readonly Subject[] = [
  { agent: "claude", adapter: "claude" },
  { agent: "codex", adapter: "codex", env: { OPENAI_API_KEY: KEY } },
  { agent: "opencode", adapter: "opencode", model: "anthropic/claude-sonnet-4-5", env: { ANTHROPIC_API_KEY: KEY } },
  { agent: "gemini", adapter: "gemini", model: MODELS.gemini },
  { agent: "qwen", adapter: "qwen" },
  { agent: "copilot", adapter: "copilot" },
];

test.concurrent.for(SUBJECTS)(
  "$adapter works through the gateway, and every request is counted",
  async (subject, { onTestFinished }) => {
    const { lab, gateway, records } = await throughGateway(subject, onTestFinished);
    const outcome = await lab.run({ marker: "Make it. [[result:hello.txt]]", more: { gateway } });
    expect(outcome, lab.told()).toMatchObject({ type: "done" });
    await until(
      "two records with tokens",
      () => records.filter(({ tokens }) => tokens).length >= 2,
      () => records,
    );
    const counted = records.filter(({ tokens }) => tokens);
    expect(counted.every(({ tokens }) => tokens && tokensOf(tokens) > 0)).toBe(true);
    for (const record of counted)
      expect(record).toMatchObject({
        ...{ status: 200, ended: "whole", attempt: "task.1", error: null, retryAt: null },
        ...{ firstByteMs: expect.any(Number), totalMs: expect.any(Number), model: expect.any(String) },
      });
    // Nobody went past it.
    const models = lab.world.server.requests().filter(({ method }) => method === "POST");
    expect(models.length).toBe(records.filter(({ status }) => status === 200).length);
  },
);

test.concurrent.for(SUBJECTS.filter(({ adapter }) => ["claude", "codex"].includes(adapter)))(
  "$adapter that is over its budget is refused by the gateway, and does not try again for ever",
  async (subject, { onTestFinished }) => {
    const { lab, gateway, opened, records } = await throughGateway(subject, onTestFinished);
    opened.setBudget("task.1", { tokens: 1 });
    const outcome = await lab.run({ marker: "[[steps:9]]", more: { gateway } });
    expect(outcome.type).toBe("failed");
    const isOver = () => records.some(({ ended }) => ended === "refused" || ended === "over_budget");
    await until("a request over the budget", isOver, () => records);
    expect(lab.events("tool_call").length).toBeLessThan(3);
  },
);

async function throughGateway(subject: Subject, atEnd: AtEnd) {
  const lab = await AgentLab.open(subject, {}, atEnd);
  prepare(lab, subject);
  const records: RequestRecord[] = [];
  const opened = await aGateway(lab, records, atEnd);
  return { lab, opened, records, gateway: { url: opened.url(subject.adapter, "task.1") } };
}

/** As a person does who has logged in with a key and configured nothing else. */
function prepare({ world }: AgentLab, { agent }: Subject): void {
  const write = (file: string, text: string) => writeFileSync(join(world.home, file), text);
  if (agent === "codex") {
    write(
      ".codex/config.toml",
      'model = "gpt-5-codex"\ncheck_for_update_on_startup = false\n[features]\nplugins = false\n',
    );
    write(".codex/auth.json", JSON.stringify({ OPENAI_API_KEY: KEY }));
  }
  if (agent === "opencode")
    write(".config/opencode/opencode.json", JSON.stringify({ enabled_providers: ["anthropic"] }));
}

async function aGateway(lab: AgentLab, records: RequestRecord[], atEnd: AtEnd): Promise<Gateway> {
  const runDir = mkdtempSync(join(tmpdir(), "reeve-gateway-"));
  const { url } = lab.world.server;
  const elsewhere = { OPENAI_BASE_URL: `${url}/v1`, ANTHROPIC_BASE_URL: url };
  const gateway = await openGateway({
    runDir,
    clock: realClock(),
    upstreams: () => upstreamsOf(lab.world.env, elsewhere),
    price: () => null,
    onRecord: (record) => records.push(record),
    onOver: () => {},
    onHold: () => {},
    env: {},
  });
  atEnd(async () => {
    await gateway.close();
    rmSync(runDir, { recursive: true, force: true });
  });
  return gateway;
}
