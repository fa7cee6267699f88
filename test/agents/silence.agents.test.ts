/**
 * Each real agent, with a model that falls silent in the middle of its answer: Reeve finds it by `silence_s`, whichever adapter it is,
 * asks it, ends it and calls that a time-out. Only the silence is short here: one that were taken for computing would be left alone.
 */
import { expect, test } from "vitest";
import { AgentRun } from "./harness/agent-run.ts";
import type { AgentName } from "./harness/installed.ts";

interface Silent {
  readonly as: string;
  readonly agent: AgentName;
  readonly adapter?: string;
  readonly args?: readonly string[];
}

const SILENT: readonly Silent[] = [
  { as: "claude", agent: "claude" },
  { as: "codex", agent: "codex" },
  { as: "codex-exec", agent: "codex", adapter: "codex-exec" },
  { as: "opencode", agent: "opencode" },
  { as: "gemini", agent: "gemini" },
  { as: "qwen", agent: "qwen" },
  { as: "copilot", agent: "copilot" },
  { as: "acp (OpenCode)", agent: "opencode", adapter: "acp", args: ["acp"] },
];

test.concurrent.for(SILENT)(
  "$as whose model falls silent in an answer is found by silence_s",
  async (silent, { onTestFinished }) => {
    const { agent, adapter = agent, args = [] } = silent;
    const more = ", limits: { silence_s: 15 }";
    const run = await AgentRun.open(agent, "[[stall]]", "", onTestFinished, { adapter, args, more });
    const reeve = run.start("plan.yaml");
    await reeve.line(/"attempt_ended"/);
    reeve.child.kill("SIGINT");
    await reeve.ended;
    const [stopping] = run.events("attempt_stopping");
    expect(stopping?.because).toMatchObject({ rule: "stuck", facts: { by: "silence", limit_s: 15 } });
    expect(run.events("attempt_ended")[0]?.outcome).toMatchObject({ failure: { class: "timeout" } });
  },
);
