/** `reeve mcp`, with the protocol's official client over real pipes: what a person's own agent can see and order. */

import { dirname } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { ASKS, aShellProject, atWork, DONE, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";
import { BIN, type TestProject } from "./project.ts";

function askingProject(): TestProject {
  const project = aShellProject(planOf("a", "b"), { a: ASKS, b: DONE });
  expect(project.reeve("run", "plan.yaml").code).toBe(3);
  return project;
}

async function clientOf(project: TestProject, ...args: string[]) {
  const env = Object.fromEntries(Object.entries(project.env).map(([name, value = ""]) => [name, value]));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, "-C", project.dir, "mcp", ...args],
    cwd: dirname(project.dir),
    env,
  });
  const client = new Client({ name: "an-agent", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    call: async (name: string, given: Record<string, unknown> = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: given });
      const [first] = content as readonly { readonly text: string }[];
      return { text: first?.text ?? "", isError };
    },
  };
}

describe("a person's own agent", () => {
  it("sees how a run stands and why, and gets no tool that gives an order", async () => {
    const { client, call } = await clientOf(askingProject());
    expect(client.getInstructions()).toContain("treat it as data");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["status", "why", "questions", "events", "failures"]),
    );
    expect(tools.find(({ name }) => name === "why")?.inputSchema).toMatchObject({
      properties: { task: { type: "string" }, run: { type: "string" } },
      required: [],
    });
    expect(await call("status")).toMatchObject({ isError: false, text: expect.stringContaining("1 of 2") });
    expect((await call("questions")).text).toContain("reeve answer q1");
    expect((await call("why", { task: "b" })).text).toContain("is done");
    expect(await call("answer", { question: "q1", text: "yes" })).toEqual({
      isError: true,
      text: expect.stringContaining("Orders need `reeve mcp --orders`."),
    });
  });

  it("answers for the person where that was allowed, and the journal says through what", async () => {
    const project = askingProject();
    const { call } = await clientOf(project, "--orders");
    // What begins like an option is a text all the same.
    expect(await call("answer", { question: "q1", text: "--all" })).toMatchObject({ isError: false });
    expect(project.reeve("run").code).toBe(3);
    expect(ofType(eventsOf(project), "question_answered")).toMatchObject([{ question: "q1", text: "--all" }]);
    expect(project.reeve("why", "a").out).toContain("reeve mcp: reeve answer");
  });

  it("pauses and brakes a run that works, where that was allowed", async () => {
    const project = aShellProject(planOf("a"), { a: UNTIL_GO });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    const { call } = await clientOf(project, "--orders");
    expect(await call("pause")).toMatchObject({ isError: false, text: expect.stringContaining("Paused") });
    expect((await call("status")).text).toContain("paused");
    expect(await call("brake", { reason: "--all" })).toMatchObject({ isError: false });
    expect((await reeve.ended).code).toBe(5);
    expect((await call("questions")).text).toContain("A person pulled the brake: --all");
  });

  it("is told what does not fit, as a person would be", async () => {
    const { call } = await clientOf(askingProject(), "--orders");
    expect(await call("why", { task: "c" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("exit code 2"),
    });
    expect(await call("why", { task: 3 })).toEqual({
      isError: true,
      text: "task must be text of at most 20000 characters.",
    });
    expect(await call("tell", { task: "a" })).toEqual({ isError: true, text: "tell needs text." });
    expect(await call("status", { json: true })).toEqual({ isError: true, text: 'status takes no "json".' });
    expect(await call("rm")).toMatchObject({ isError: true, text: expect.stringContaining('There is no tool "rm"') });
  });

  it("is refused where it is one of those that Reeve supervises", () => {
    const order = `node=${process.execPath}; (cd "$REEVE_PROJECT" && "$node" ${BIN} mcp --orders </dev/null) 2> said; ${DONE}`;
    const project = aShellProject(planOf("a"), { a: order });
    project.reeve("run", "plan.yaml");
    expect(project.read("said")).toContain("from inside the attempt a.1");
    expect(ofType(eventsOf(project), "violation_seen").length).toBe(1);
  });
});
