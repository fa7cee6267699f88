/** Usage limits, agents that go in circles and budgets, in real runs: who waits for whom, until when, and what is asked. */
import { describe, expect, it } from "vitest";
import type { Event } from "../../src/engine/event.ts";
import { aProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

/** Meets a limit on its first attempt and does its work on the next. */
const limitedBy = (words: string) =>
  `if [ $REEVE_ATTEMPT = 1 ] && [ $REEVE_TASK_ID != free ]; then echo "${words}" >&2; exit 1; fi; ${DONE}`;

interface Wish {
  readonly words: string;
  readonly settings?: string;
}

/** Two agents that share an account, and one that does not. */
function aLimitedProject(plan: string, { words, settings = "max_parallel: 1\n" }: Wish): TestProject {
  const sh = (more: string) => `{ adapter: command, command: [/bin/sh, ./agent.sh]${more} }`;
  return aProject({
    "reeve.yaml": `isolation: none\nagents:\n  one: ${sh(", account: team")}\n  two: ${sh(", account: team")}\n  free: ${sh(", env: { A_KEY: its-own }")}\n${settings}`,
    "plan.yaml": plan,
    "agent.sh": limitedBy(words),
  });
}

const TWO = planOf("id: a, agent: one", "id: b, agent: two", "id: free, agent: free");

/** Events by name, with the task they are about. */
function story(events: readonly Event[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "account_held" || (event.type === "account_freed" && event.pace)) return [event.type];
    return event.type === "attempt_started" ? [`starts ${event.attempt}`] : [];
  });
}

describe("a usage limit", () => {
  it("holds all agents of its account, lets the others work, costs nothing, and is over by itself", async () => {
    const project = aLimitedProject(TWO, { words: "You've hit your usage limit. Try again in 2 seconds." });
    expect((await project.start("run", "plan.yaml").ended).code).toBe(0);
    const events = eventsOf(project);
    expect(story(events)).toEqual([
      "starts a.1",
      "account_held",
      "starts free.1",
      "account_freed",
      "starts a.2",
      "starts b.1",
      "account_held",
      "account_freed",
      "starts b.2",
    ]);
    for (const again of ofType(events, "task_requeued"))
      expect(again).toMatchObject({ via: "queue", counts: { retries: 0, attemptsBefore: 1 } });
    expect(ofType(events, "restart_scheduled")).toEqual([]);
  });

  it("is shown with the time that is left, and its reset is in what programs read", async () => {
    const project = aLimitedProject(TWO, { words: "You've hit your usage limit. Try again in 2 hours 15 minutes." });
    const reeve = project.start("run", "plan.yaml");
    await reeve.line(/free.*is done/);
    expect(project.reeve("status").out).toMatch(/Limits\n {2}team \(one, two\) waits 2 h 1\d min for .*; 2 tasks wait/);
    const [limit] = JSON.parse(project.reeve("status", "--json").out).accounts;
    expect(limit).toMatchObject({
      account: "team",
      agents: ["one", "two"],
      kind: "stated",
      waiting: 2,
      question: null,
    });
    expect(limit.until - Date.now()).toBeGreaterThan(2 * 3_600_000);
    expect(project.reeve("why").out).toMatch(/b waits until the usage limit of one, two resets, in 2 h 1\d min/);
    const lines = project.reeve("why", "b", "--json").out.trim().split("\n");
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ status: "ready", until: limit.until });
    reeve.child.kill("SIGINT");
    expect((await reeve.ended).code).toBe(4);
  });

  it("that does not say when it resets is tried again after the configured while, and says so", async () => {
    const settings = "max_parallel: 1\npolicies: { limit_backoff: 1 }\n";
    const words = "API Error 429: rate limit exceeded";
    const project = aLimitedProject(planOf("id: a, agent: one"), { words, settings });
    const { code, out } = await project.start("run", "plan.yaml").ended;
    expect(code).toBe(0);
    expect(out).toContain("no reset time is known, so Reeve tries again at");
    expect(ofType(eventsOf(project), "account_held")).toMatchObject([{ kind: "guessed", tries: 1, account: "team" }]);
  });

  it("with auto_resume: false asks before anything goes on, whoever dies meanwhile", async () => {
    const settings = "max_parallel: 1\npolicies: { auto_resume: false }\n";
    const words = "You've hit your usage limit. Try again in 2 seconds.";
    const project = aLimitedProject(planOf("id: a, agent: one"), { words, settings });
    const first = project.start("run", "plan.yaml", "--json");
    await first.line(/"account_held"/);
    first.child.kill("SIGKILL");
    await first.ended;
    const second = await project.start("run").ended;
    expect(second.code).toBe(3);
    expect(second.out).toContain("Any answer lets them start");
    expect(project.reeve("status").out).toContain("waits for your answer to q1; 1 task waits");
    expect(project.reeve("resume").code).toBe(0);
    expect((await project.start("run").ended).code).toBe(0);
    expect(ofType(eventsOf(project), "attempt_started").map(({ attempt }) => attempt)).toEqual(["a.1", "a.2"]);
    expect(ofType(eventsOf(project), "question_asked")).toHaveLength(1);
  });

  it("asks too where only this run was told to, and an answer lets it go on", async () => {
    const words = "You've hit your usage limit. Try again in 1 second.";
    const project = aLimitedProject(planOf("id: a, agent: one"), { words });
    expect((await project.start("run", "plan.yaml", "--no-auto-resume").ended).code).toBe(3);
    expect(project.reeve("answer", "q1", "1").code).toBe(0);
    expect((await project.start("run").ended).code).toBe(0);
  });
});

/** Written as steps of the scripted agent. */
function aScriptedProject(task: string, steps: string, limits = ""): TestProject {
  return aProject({
    "reeve.yaml": `isolation: none\nagents: { actor: { adapter: scripted, script: steps.yaml${limits} } }\n`,
    "plan.yaml": planOf(task),
    "steps.yaml": `tasks:\n${steps}`,
  });
}

describe("an attempt that does not get on", () => {
  it("is stopped when it makes the same call again and again, and the next one is told", async () => {
    const call = "tool: { name: Bash, input: npm test, output: one failed }";
    const steps = `  a:\n    - [${`${call}, `.repeat(4)}hang]\n    - [result: {}]\n`;
    const project = aScriptedProject("a", steps, ", limits: { repeats: 4 }");
    const { code, out } = await project.start("run", "plan.yaml").ended;
    expect(code).toBe(0);
    expect(out).toContain("it called Bash 4 times with the same input without producing anything new");
    const [ended] = ofType(eventsOf(project), "attempt_ended");
    expect(ended).toMatchObject({ changeset: "discard", outcome: { failure: { class: "spinning" } } });
    const [, second] = ofType(eventsOf(project), "attempt_started");
    expect(second?.briefing.restart?.because.facts["message"]).toContain("went in circles");
  });

  it("is stopped over its budget by what it tells itself, without the gateway", async () => {
    const steps = "  a:\n    - [usage: { tokens: 40 }, usage: { tokens: 70 }, hang]\n";
    const project = aScriptedProject("id: a, budget: { tokens: 100 }", steps);
    expect((await project.start("run", "plan.yaml").ended).code).toBe(3);
    const [stopping] = ofType(eventsOf(project), "attempt_stopping");
    expect(stopping?.because).toMatchObject({ rule: "budget_exceeded", facts: { used: "110 tokens" } });
    expect(project.reeve("status").out).toContain("110 tokens, price unknown");
    expect(JSON.parse(project.reeve("status", "--json").out).usage).toEqual({
      tokens: 110,
      usd: null,
      usdKnown: 0,
      usdUnknown: true,
    });
  });
});
