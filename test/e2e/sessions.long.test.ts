/** Agents' own sessions in real runs: resumed after whatever ended an attempt, begun anew where that would be wrong. */
import { cpSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Event } from "../../src/engine/event.ts";
import { until } from "../wait.ts";
import { aProject, eventsOf, ofType, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

/** Steps of the scripted agent, one line per attempt; quick restarts. */
function scripted(...attempts: readonly string[]): TestProject {
  return aProject({
    "reeve.yaml": `isolation: none
agents:
  actor: { adapter: scripted, script: script.yaml }
  other: { adapter: scripted, script: script.yaml }
policies: { worker: { restarts: 3, within_s: 3600, backoff: none, grace_s: 5 } }
`,
    "plan.yaml": planOf("id: a, agent: actor"),
    "script.yaml": `tasks:\n  a:\n${attempts.map((steps) => `    - [${steps}]\n`).join("")}`,
  });
}

function starts(project: TestProject): Event[] {
  return ofType(eventsOf(project), "attempt_started");
}

function promptOf(project: TestProject, attempt: string): string {
  return project.read(`.reeve/runs/r1/attempts/${attempt}/prompt.txt`);
}

function orderOf(project: TestProject, attempt: string): { readonly session?: string } {
  return JSON.parse(project.read(`.reeve/runs/r1/attempts/${attempt}/order.json`));
}

/** Stopped in the middle of its first attempt. */
async function stopped(project: TestProject): Promise<void> {
  const reeve = project.start("run", "plan.yaml", "--json");
  await reeve.line(/"session":"scripted-a-1"/);
  expect(project.reeve("stop").code).toBe(0);
  await reeve.ended;
}

const SESSION = "scripted-a-1";
const AGAIN = { number: 2, session: { resumes: SESSION } };

describe("the session is resumed", () => {
  it("after a crash, and the prompt opens with why and with what had been reached", () => {
    const project = scripted("say: half of it, crash", "result: {}");
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    expect(starts(project)).toMatchObject([{ number: 1 }, AGAIN]);
    expect(orderOf(project, "a.2").session).toBe(SESSION);
    expect(promptOf(project, "a.2")).toMatch(
      /^You were restarted: .* The last sign of the previous attempt was: half of it/,
    );
    expect(project.reeve("why", "a").out).toContain(
      "attempt 2 starts (actor), resuming its session; its prompt says why",
    );
  });

  it("after Reeve and the agent were killed", async () => {
    const project = scripted("usage: { tokens: 40 }, say: half of it, hang", "result: {}");
    const first = project.start("run", "plan.yaml", "--json");
    await first.line(/"session":"scripted-a-1"/);
    first.child.kill("SIGKILL");
    await first.ended;
    const agents = () => project.leftovers().filter((line) => line.includes("scripted-agent"));
    for (const line of agents()) process.kill(Number.parseInt(line, 10), "SIGKILL");
    await until("the killed agents to be gone", () => agents().length === 0, agents);
    expect(project.reeve("run").code).toBe(0);
    expect(starts(project)).toMatchObject([{ number: 1 }, AGAIN]);
    // Counted once, though it was read by two.
    expect(project.json("status")).toMatchObject([{ usage: { tokens: 40 } }]);
  });

  it("after the run was stopped and is gone on with", async () => {
    const project = scripted("say: working, hang", "result: {}");
    await stopped(project);
    expect(project.reeve("run").code).toBe(0);
    expect(starts(project)).toMatchObject([{ number: 1 }, AGAIN]);
  });
});

describe("a new session is begun", () => {
  it("where the old one is full", () => {
    const full = "say: much, fail: { message: too long, class: context_overflow, restart: persistent }";
    const project = scripted(full, "result: {}");
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    expect(orderOf(project, "a.2").session).toBeUndefined();
    expect(project.reeve("why", "a").out).toContain("its session is not resumed: it is full");
  });

  it("where the project lies somewhere else now, and that is said", async () => {
    const project = scripted("say: working, hang", "result: {}");
    await stopped(project);
    const elsewhere = aProject();
    cpSync(project.dir, elsewhere.dir, { recursive: true });
    expect(elsewhere.reeve("run").code).toBe(0);
    expect(orderOf(elsewhere, "a.2").session).toBeUndefined();
    expect(elsewhere.reeve("why", "a").out).toContain("attempt 2: Its session was started in another folder");
  });
});
