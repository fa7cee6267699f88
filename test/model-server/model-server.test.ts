/** What the scripted model server does whatever the API: errands, where files are written, requests that never end. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aRepository } from "../repository.ts";
import { ask, post } from "./api-client.ts";
import { APIS } from "./conversation.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { SCENARIOS } from "./scenarios.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

describe.each(APIS)("%s", (api) => {
  test("an errand without tools gets a harmless answer and uses up no failure", async () => {
    const prompt = `[[http:500,1,,errand ${api}]]`;
    const title = await ask(server, api, { prompt, system: "You are a title generator.", stream: true });
    expect(title.text).toBe("A scripted session");
    expect((await post(server, api, { prompt, tools: ["any_tool"], stream: true })).status).toBe(500);
  });

  test("a stream may fail from within", async () => {
    const response = await post(server, api, { prompt: "[[failed-stream:overloaded_error]]", stream: true });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("overloaded_error");
  });
});

describe("a file is written", () => {
  const writing = { prompt: "[[ok]]", tools: ["Bash", "Write"], stream: true };

  test("with the agent's own tool where the prompt names the checkout", async () => {
    const repository = aRepository();
    const { tool } = await ask(server, "anthropic", { ...writing, system: `Working directory: ${repository.dir}\n` });
    repository.remove();
    expect(tool).toEqual({ name: "Write", args: { file_path: `${repository.dir}/hello.txt`, content: "hello\n" } });
  });

  test("by a shell in its own folder where the prompt names only examples, never at those", async () => {
    const system = "Look into the directory `/path/to/module`, or the workspace /commands.\n- /some/where\n";
    expect((await ask(server, "anthropic", { ...writing, system })).tool?.name).toBe("Bash");
  });
});

test("a slow model takes its time for every step, and stops when the client goes", async () => {
  const question = { prompt: "[[slow:1,2]]", tools: ["bash"], stream: true };
  expect((await ask(server, "chat", { ...question, results: ["1"] })).text).toBe("Step 2.");
  expect((await ask(server, "chat", { ...question, results: ["1", "2"] })).text).toBe("All steps are done.");
  const slow = { ...question, prompt: "[[slow:600000,2]]" };
  expect(await endOf(slow.prompt, (signal) => post(server, "chat", slow, signal))).toBe("client_gone");
});

test("a silent model sends not even headers until the client goes", async () => {
  const question = { prompt: "[[silence]]", stream: true };
  expect(await endOf(question.prompt, (signal) => post(server, "chat", question, signal))).toBe("client_gone");
});

test("a line of shell, and a tool that nobody offered, are called as asked for", async () => {
  const call = async (prompt: string) => (await ask(server, "chat", { prompt, tools: ["bash"], stream: true })).tool;
  expect(await call("[[bash:git status, please]]")).toMatchObject({ args: { command: "git status, please" } });
  expect(await call("[[unknown-tool]]")).toMatchObject({ name: "no_such_tool" });
});

test("a scenario that nobody knows is told, and so is a prompt without one", async () => {
  expect((await ask(server, "chat", { prompt: "[[no-such]]", stream: false })).text).toContain("no-such");
  expect((await ask(server, "chat", { prompt: "Hello", stream: false })).text).toContain("no scenario");
});

test("tokens are counted, models are listed, anything else is not there", async () => {
  const counted = await fetch(`${server.url}/v1/messages/count_tokens?beta=true`, { method: "POST", body: "{}" });
  expect(await counted.json()).toEqual({ input_tokens: 100 });
  expect((await fetch(`${server.url}/v1/models`)).status).toBe(200);
  expect((await fetch(`${server.url}/elsewhere`)).status).toBe(404);
});

test("the README lists exactly the scenarios there are", () => {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const listed = [...readme.matchAll(/^\| `\[\[([a-z-]+)/gm)].map((match) => match[1]);
  expect(listed.toSorted()).toEqual([...SCENARIOS.keys()].toSorted());
});

/** How the request ended after its client went without having got an answer. */
async function endOf(scenario: string, request: (signal: AbortSignal) => Promise<Response>): Promise<string> {
  const leave = new AbortController();
  const response = request(leave.signal);
  await server.until((record) => record.scenario === scenario);
  leave.abort();
  await expect(response).rejects.toThrow("aborted");
  return (await server.until((record) => record.scenario === scenario && record.ended !== "open")).ended;
}
