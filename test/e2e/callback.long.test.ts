/** Agents that call Reeve back while they work, in real runs: with nothing but `fetch`, and though Reeve is killed meanwhile. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aProject, atWork, eventsOf, ofType, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

/** Calls a tool with the least that is needed. What it does is told by the name of its task. */
const AGENT = `
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
const { REEVE_CALLBACK_URL: url, REEVE_CALLBACK_TOKEN: token, REEVE_TASK_ID: task, REEVE_ATTEMPT: attempt } = process.env;
const call = async (name, args = {}) => {
  const headers = {
    authorization: "Bearer " + token,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
  const answer = await fetch(url, { method: "POST", headers, body });
  if (!answer.ok) return "status " + answer.status;
  return (await answer.json()).result.content[0].text;
};
const patiently = async (name, args) => {
  for (;;) {
    try {
      const said = await call(name, args);
      if (!said.startsWith("Not answered yet")) return said;
    } catch {
      await sleep(50);
    }
  }
};
writeFileSync("here-" + task, "");
if (task === "reports") await call("report_result", { decisions: ["by a tool"] });
if (task === "crashes") {
  await call("report_result", { decisions: ["before the crash"] });
  process.kill(process.pid, "SIGKILL");
}
if (task === "asks") {
  const said = await patiently("ask_person", { question: "Which colour?", options: ["red", "blue"], wait_s: 60 });
  await call("report_result", { decisions: [said] });
}
if (task === "blocked") {
  const question = { blocked_reason: "ambiguous_spec", uncertain_about: "Which size?" };
  if (attempt === "1") await call("report_blocked", { ...question, wait_s: 0.05 });
  else await call("report_result", { decisions: [JSON.parse(await call("read_task")).said_by_people.join()] });
}
if (task === "writes") {
  await call("add_wisdom", { text: "The tests need a database." });
  await call("message", { to: "reads", text: "I renamed the table." });
  await call("progress", { text: "is nearly there" });
  await call("report_result");
}
if (task === "reads") {
  const { messages } = JSON.parse(await call("read_task"));
  await call("report_result", { decisions: [await call("read_wisdom"), messages[0].from + ": " + messages[0].text] });
}
if (task === "plain") console.log(JSON.stringify({ status: "done", decisions: ["url: " + url] }));
if (task === "late") {
  while (!existsSync("go")) await sleep(20);
  const said = await call("report_result").catch(() => "nobody there");
  console.log(JSON.stringify({ status: "done", decisions: [said] }));
}
`;

function aCallbackProject(plan: string, settings = ""): TestProject {
  const agent = `{ adapter: command, command: [${JSON.stringify(process.execPath)}, agent.mjs] }`;
  return aProject({
    "reeve.yaml": `isolation: none\nagents: { coder: ${agent} }\n${settings}`,
    "plan.yaml": plan,
    "agent.mjs": AGENT,
  });
}

describe("an agent that calls back", () => {
  it("reports its result without printing anything", async () => {
    const project = aCallbackProject(planOf("reports"));
    const { code, out } = await project.start("run", "plan.yaml").ended;
    expect({ code, out }).toMatchObject({ code: 0 });
    const [ended] = ofType(eventsOf(project), "attempt_ended");
    expect(ended?.outcome).toMatchObject({ type: "done", result: { decisions: ["by a tool"] } });
  });

  it("has handed over its result though it crashes then", async () => {
    const project = aCallbackProject(planOf("crashes"));
    const { code, out } = await project.start("run", "plan.yaml").ended;
    expect(code).toBe(0);
    expect(out).toContain("says it is done; it reported this before it failed: The agent ended with SIGKILL");
    expect(project.reeve("why", "crashes").out).toContain("reports that it is done");
  });

  it("asks a person and goes on with the answer, in the same attempt", async () => {
    const project = aCallbackProject(planOf("asks"));
    const reeve = project.start("run", "plan.yaml", "--json");
    await reeve.line(/"question_asked"/);
    expect(project.reeve("questions").out).toContain("q1 (asks, while it works)  Which colour?");
    expect(project.reeve("status").out).toContain("Which colour?");
    const slip = project.reeve("answer", "q1", "7");
    expect(slip).toMatchObject({
      code: 2,
      err: expect.stringContaining("q1 has 2 options, and 7 is not one of them."),
    });
    expect(project.reeve("answer", "q1", "2").code).toBe(0);
    expect((await reeve.ended).code).toBe(0);
    const ended = ofType(eventsOf(project), "attempt_ended");
    expect(ended.map(({ outcome }) => outcome)).toMatchObject([
      { type: "done", result: { decisions: ["The answer: blue"] } },
    ]);
    expect(project.reeve("why", "asks").out).toContain("q1 is answered: blue");
  });

  it("goes on though Reeve is killed while it waits for the answer", async () => {
    const project = aCallbackProject(planOf("asks"));
    const first = project.start("run", "plan.yaml", "--json");
    await first.line(/"attempt_waits"/);
    first.child.kill("SIGKILL");
    await first.ended;
    const second = project.start("run", "--json");
    await second.line(/"run_opened"/);
    expect(project.reeve("answer", "q1", "red").code).toBe(0);
    expect((await second.ended).code).toBe(0);
    const ended = ofType(eventsOf(project), "attempt_ended");
    expect(ended.map(({ outcome }) => outcome)).toMatchObject([
      { type: "done", result: { decisions: ["The answer: red"] } },
    ]);
  });

  it("that ends because it is blocked leaves one question, and the next attempt knows the answer", async () => {
    const project = aCallbackProject(planOf("blocked"));
    expect((await project.start("run", "plan.yaml").ended).code).toBe(3);
    expect(ofType(eventsOf(project), "question_asked")).toHaveLength(1);
    expect(project.reeve("questions").out).toContain("q1 (blocked)  Which size?");
    project.reeve("answer", "q1", "small");
    expect((await project.start("run").ended).code).toBe(0);
    const last = ofType(eventsOf(project), "attempt_ended").at(-1);
    expect(last?.outcome).toMatchObject({ result: { decisions: ["You asked: Which size?\nThe answer: small"] } });
  });

  it("tells others what it found out", async () => {
    const project = aCallbackProject(planOf("writes", "id: reads, depends_on: [writes]"));
    const { code } = await project.start("run", "plan.yaml").ended;
    expect(code).toBe(0);
    const last = ofType(eventsOf(project), "attempt_ended").at(-1);
    expect(last?.outcome).toMatchObject({
      result: { decisions: ["- writes: The tests need a database.", "writes: I renamed the table."] },
    });
    const why = project.reeve("why", "writes").out;
    expect(why).toContain("noted for all: The tests need a database.");
    expect(why).toContain("wrote to reads: I renamed the table.");
  });
});

describe("without the tools", () => {
  it("agents are told of none, and give their results as ever", async () => {
    const project = aCallbackProject(planOf("plain"), "callback: off\n");
    expect((await project.start("run", "plan.yaml").ended).code).toBe(0);
    const [ended] = ofType(eventsOf(project), "attempt_ended");
    expect(ended?.outcome).toMatchObject({ result: { decisions: ["url: "] } });
  });

  it("a door that cannot be opened is told once, and the run goes on", async () => {
    const project = aCallbackProject(planOf("late"));
    const first = project.start("run", "plan.yaml");
    await atWork(project, "late");
    first.child.kill("SIGKILL");
    await first.ended;
    const place = join(project.dir, ".reeve/runs/r1/callback.json");
    rmSync(place);
    mkdirSync(place);
    const second = project.start("run");
    await second.line(/Agents cannot call Reeve back in this run/);
    project.write("go", "");
    expect((await second.ended).code).toBe(0);
    expect(ofType(eventsOf(project), "callback_failed")).toHaveLength(1);
    const [ended] = ofType(eventsOf(project), "attempt_ended");
    expect(ended?.outcome).toMatchObject({ result: { decisions: ["nobody there"] } });
  });
});
