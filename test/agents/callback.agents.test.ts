/** Real agents that call Reeve back in real runs: a result that was never printed, and a question that is answered. */
import { expect, test } from "vitest";
import { AgentRun } from "./harness/agent-run.ts";
import { whyNotInstalled } from "./harness/installed.ts";

/** It says what the tool answered, and gives no result in any other way. */
const REPORTS = '[[mcp:report_result,{"nothing_to_do":"it is there already"}]]';
const ASKS = '[[mcp:ask_person,{"question":"Which colour?","wait_s":200}]]';

test.concurrent.for(["claude", "codex"] as const)(
  "%s: a result that it hands over by a tool is its result",
  async (agent, { onTestFinished }) => {
    expect(whyNotInstalled(agent)).toBeNull();
    const run = await AgentRun.open(agent, REPORTS, "", onTestFinished);
    const { code, out, err } = await run.start("plan.yaml").ended;
    expect(code, `${out.slice(-3_000)}\n${err}`).toBe(0);
    expect(run.events("result_reported")).toHaveLength(1);
    expect(run.events("attempt_ended")).toMatchObject([
      { outcome: { type: "done", result: { nothing_to_do: "it is there already" } } },
    ]);
  },
);

test.concurrent("claude: it waits for a person and hears the answer in the same turn", async ({ onTestFinished }) => {
  const run = await AgentRun.open("claude", ASKS, "", onTestFinished);
  const reeve = run.start("plan.yaml");
  await reeve.line(/"attempt_waits"/);
  expect((await run.order("answer", "q1", "blue")).code).toBe(0);
  await reeve.line(/ask_person answered: The answer: blue/);
  await run.order("stop");
  await reeve.ended;
  expect(run.events("attempt_started")[0]).toMatchObject({ number: 1 });
});
