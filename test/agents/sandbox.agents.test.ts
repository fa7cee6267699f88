/** Real agents behind the walls: each works a task in a worktree, and is stopped, killed and resumed there as it is outside. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, type OnTestFinishedHandler, test } from "vitest";
import { gitIn } from "../repository.ts";
import { named, whyNoSandbox } from "../sandbox-lab.ts";
import { AgentRun } from "./harness/agent-run.ts";
import { AGENT_NAMES, type AgentName, whyNotInstalled } from "./harness/installed.ts";

/** A tool that writes a line and then works for ever. */
const HANGS = "[[steps:2,300]]";
const GATEWAY = "gateway: on\nsandbox: { network: gateway }\n";

async function enclosed(
  agent: AgentName,
  marker: string,
  more: string,
  atEnd: (end: OnTestFinishedHandler) => void,
): Promise<AgentRun> {
  expect(whyNotInstalled(agent)).toBeNull();
  const run = await AgentRun.open(agent, marker, more, atEnd);
  run.project.with({ REEVE_SANDBOX: "on" });
  run.project.write("reeve.yaml", run.project.read("reeve.yaml").replace("isolation: none", ""));
  for (const args of [
    ["init", "--quiet", "--initial-branch=main"],
    ["add", "--all"],
    ["commit", "--quiet", "-m", "Begin"],
  ])
    gitIn(run.project.dir, ...args);
  return run;
}

describe.skipIf(whyNoSandbox() !== null)(named("in the sandbox"), () => {
  test.concurrent.for(AGENT_NAMES)("%s works a task to its end", async (agent, { onTestFinished }) => {
    const run = await enclosed(agent, "[[result:made.txt]]", "", onTestFinished);
    const { code, out, err } = await run.start("plan.yaml").ended;
    expect(code, `${out.slice(-3_000)}\n${err}`).toBe(0);
    expect(gitIn(run.project.dir, "ls-tree", "--name-only", "-r", "reeve/r1/integration")).toContain("made.txt");
    expect(readdirSync(join(run.project.dir, ".reeve/runs/r1/boxes"))).toEqual([]);
  });

  test.concurrent("claude reaches its model through the gateway alone", async ({ onTestFinished }) => {
    const run = await enclosed("claude", "[[result:made.txt]]", GATEWAY, onTestFinished);
    const { code, out, err } = await run.start("plan.yaml").ended;
    expect(code, `${out.slice(-3_000)}\n${err}`).toBe(0);
    expect(run.asked().length).toBeGreaterThan(0);
  });

  test.concurrent.for(["claude", "codex"] as const)(
    "%s, killed with Reeve, is resumed with all it knew",
    async (agent, { onTestFinished }) => {
      const run = await enclosed(agent, HANGS, "", onTestFinished);
      const reeve = run.start("plan.yaml");
      await run.usesTool(1);
      expect(run.project.leftovers().some((line) => line.includes("bwrap"))).toBe(true);
      reeve.child.kill("SIGKILL");
      await reeve.ended;
      await run.killAgent({ withDriver: true });
      await run.order("tell", "a", "Now end it: [[result]]");
      const { code, out, err } = await run.start().ended;
      expect(code, `${out.slice(-3_000)}\n${err}`).toBe(0);
      expect(run.events("attempt_started").at(-1)).toMatchObject({ session: { resumes: expect.any(String) } });
      const shown = run.asked().at(-1)?.messages ?? [];
      expect(shown.some(({ text }) => text.includes(HANGS))).toBe(true);
      expect(gitIn(run.project.dir, "show", "reeve/r1/integration:steps.txt")).toBe("step 1");
    },
  );
});
