/** Real agents in real runs that would never end by themselves: Reeve ends them, or waits for what they were told. */
import { expect, test } from "vitest";
import { AgentRun } from "./harness/agent-run.ts";

test.concurrent.for(["claude", "codex"] as const)(
  "%s that makes the same call for ever is stopped",
  async (agent, { onTestFinished }) => {
    const run = await AgentRun.open(agent, "[[loop]]", "", onTestFinished);
    // It would do so again: a person is asked.
    expect((await run.start("plan.yaml").ended).code).toBe(3);
    const [stopping] = run.events("attempt_stopping");
    expect(stopping?.because).toMatchObject({ rule: "spinning", facts: { times: 30, alike: "same" } });
    const [ended] = run.events("attempt_ended");
    expect(ended).toMatchObject({ changeset: "discard", outcome: { failure: { class: "spinning" } } });
  },
);

test.concurrent("Codex is stopped over a budget by what it tells itself", async ({ onTestFinished }) => {
  const run = await AgentRun.open("codex", "[[loop]]", "budgets: { tokens: 300 }\n", onTestFinished);
  expect((await run.start("plan.yaml").ended).code).toBe(5);
  expect(run.events("run_stopping")[0]?.because).toMatchObject({ rule: "budget_exceeded" });
});

test.concurrent.for([
  ["without the gateway when a limit of Claude Code resets is guessed: it does not tell", "", "guessed"],
  ["with the gateway it is known", "gateway: on\n", "stated"],
] as const)("%s", async ([, config, kind], { onTestFinished }) => {
  const run = await AgentRun.open("claude", "[[http:429,0,3600]]", config, onTestFinished);
  const reeve = run.start("plan.yaml");
  await reeve.line(/"account_held"/);
  reeve.child.kill("SIGINT");
  await reeve.ended;
  expect(run.events("task_requeued").every(({ counts }) => counts.retries === 0)).toBe(true);
  const [held] = run.events("account_held");
  expect(held).toMatchObject({ account: "it", kind });
  if (kind === "stated") expect((held?.until ?? 0) - Date.now()).toBeGreaterThan(3_000_000);
});
