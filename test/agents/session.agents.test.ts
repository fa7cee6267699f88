/** Sessions of real agents in real runs: what they remember after they, or Reeve, were killed, and what they are counted. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AgentRun } from "./harness/agent-run.ts";
import { whyNotInstalled } from "./harness/installed.ts";

/** A tool that would work for ever. */
const HANGS = "[[steps:2,300]]";
const END = "Now end it: [[result]]";

describe.concurrent.for(["claude", "codex"] as const)("%s", (agent) => {
  test("killed, it is resumed with all it knew, and told why it was restarted", async ({ onTestFinished }) => {
    expect(whyNotInstalled(agent)).toBeNull();
    const run = await AgentRun.open(agent, HANGS, "", onTestFinished);
    const reeve = run.start("plan.yaml");
    await run.usesTool(1);
    expect((await run.order("tell", "a", END)).out).toContain("has it in its inbox");
    await run.killAgent();
    const { code, out, err } = await reeve.ended;
    expect(code, `${out.slice(-3_000)}\n${err}`).toBe(0);
    expectResumed(run);
  });
});

test.concurrent("codex: killed together with Reeve, it is resumed by the next", async ({ onTestFinished }) => {
  const run = await AgentRun.open("codex", HANGS, "", onTestFinished);
  const reeve = run.start("plan.yaml");
  await run.usesTool(1);
  reeve.child.kill("SIGKILL");
  await reeve.ended;
  await run.killAgent({ withDriver: true });
  await run.order("tell", "a", END);
  const { code, out, err } = await run.start().ended;
  expect(code, `${out.slice(-3_000)}\n${err}`).toBe(0);
  expectResumed(run);
});

test.concurrent("claude: stopped, and its session gone, it begins anew, and that can be read", async ({
  onTestFinished,
}) => {
  const run = await AgentRun.open("claude", HANGS, "", onTestFinished);
  const reeve = run.start("plan.yaml");
  await run.usesTool(1);
  expect((await run.order("stop")).code).toBe(0);
  await reeve.ended;
  rmSync(join(run.world.home, ".claude/projects"), { recursive: true });
  await run.order("tell", "a", END);
  const { code, out, err } = await run.start().ended;
  expect(code, `${out.slice(-3_000)}\n${err}`).toBe(0);
  expect((await run.order("why", "a")).out).toMatch(/The session \S+ was not found; a new one was started/);
  expect(historyOf(run)).not.toContain(`${HANGS} [[result]]`);
});

test.concurrent("claude: held at a usage limit, it is resumed with all it knew when that is over", async ({
  onTestFinished,
}) => {
  const run = await AgentRun.open("claude", "[[limit]]", "", onTestFinished);
  const reeve = run.start("plan.yaml");
  // Held at the first sign already; what is told before it gives up would reach it while it still works.
  await reeve.line(/"attempt_ended"/);
  await run.order("tell", "a", END);
  const { code, out, err } = await reeve.ended;
  expect(code, `${out.slice(-3_000)}\n${err}`).toBe(0);
  const sessions = run.events("attempt_progressed").flatMap(({ session }) => session ?? []);
  expect(new Set(sessions).size).toBe(1);
  expect(run.events("attempt_started").at(-1)).toMatchObject({ session: { resumes: sessions[0] } });
  expect(historyOf(run)).toContain("[[limit]] [[result]]");
  expect(run.events("task_requeued").every(({ counts }) => counts.retries === 0)).toBe(true);
});

test.concurrent("codex: what it used is counted once over a resumed session", async ({ onTestFinished }) => {
  const run = await AgentRun.open("codex", "[[usage:1000,100,0,1]]", "", onTestFinished);
  // It never gives a result: tried again with the same input, then a person is asked.
  expect((await run.start("plan.yaml").ended).code).toBe(3);
  const starts = run.events("attempt_started");
  expect(starts).toHaveLength(2);
  expect(starts[1]).toMatchObject({ session: { resumes: expect.any(String) } });
  const served = run.world.server
    .requests()
    .flatMap(({ reply }) => (reply?.type === "answer" ? [reply.usage.input + reply.usage.output] : []));
  const [status] = run.project.json<{ readonly usage: { readonly tokens: number } }>("status");
  expect(status?.usage.tokens).toBe(served.reduce((sum, tokens) => sum + tokens, 0));
});

test.concurrent("claude: where Reeve's tools are closed to it, it is given the form of its answer", async ({
  onTestFinished,
}) => {
  const run = await AgentRun.open("claude", "[[result:made.txt]]", "callback: off\n", onTestFinished);
  const { code, out, err } = await run.start("plan.yaml").ended;
  expect(code, `${out.slice(-3_000)}\n${err}`).toBe(0);
  expect(run.asked().every(({ tools }) => tools.includes("StructuredOutput"))).toBe(true);
  expect(run.events("attempt_ended")[0]?.outcome).toMatchObject({
    type: "done",
    result: { files_created: ["made.txt"] },
  });
});

/** Two attempts in one session, and at the end the model was shown what both were told. */
function expectResumed(run: AgentRun): void {
  const [, second] = run.events("attempt_started");
  const sessions = run.events("attempt_progressed").flatMap(({ session }) => session ?? []);
  expect(new Set(sessions).size).toBe(1);
  expect(second).toMatchObject({ number: 2, session: { resumes: sessions[0] } });
  expect(historyOf(run)).toContain(`${HANGS} [[result]]`);
  expect(prompts(run).at(-1)).toContain("You were restarted: ");
}

/** Markers in the order in which the model was shown them at last. */
function historyOf(run: AgentRun): string {
  return prompts(run)
    .map((text) => text.match(/\[\[[^\]]*\]\]/g)?.at(-1))
    .join(" ");
}

function prompts(run: AgentRun): readonly string[] {
  const messages = run.asked().at(-1)?.messages ?? [];
  return messages.map(({ text }) => text).filter((text) => text.includes("[["));
}
