/** The scripted model server, asked over HTTP as agents ask it: every API, streamed and whole. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseResult } from "../../src/domain/work/result-schema.ts";
import { ask, post } from "./api-client.ts";
import { APIS, type Api } from "./conversation.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const shells: Readonly<Record<Api, string>> = {
  anthropic: "Bash",
  responses: "exec_command",
  chat: "bash",
  gemini: "run_shell_command",
};
const forms = APIS.flatMap((api) => [
  { api, stream: true },
  { api, stream: false },
]);

describe.each(forms)("$api, streamed: $stream", ({ api, stream }) => {
  const tools = [shells[api]];

  test("a file is created with the tool that is offered, then the turn ends", async () => {
    const first = await ask(server, api, { prompt: "Go. [[ok:you]]", tools, stream });
    expect(first.text).toBe("I will create hello.txt.");
    expect(first.tool?.name).toBe(shells[api]);
    expect(JSON.stringify(first.tool?.args)).toContain("hello you");
    const second = await ask(server, api, { prompt: "Go. [[ok:you]]", results: ["done"], tools, stream });
    expect(second).toMatchObject({ text: "Done: hello.txt is there.", tool: null });
  });

  test("steps are counted by the tool results, whoever asks", async () => {
    const prompt = "[[steps:2]]";
    const texts = await Promise.all(
      [[], ["1"], ["1", "2"]].map(async (results) => (await ask(server, api, { prompt, results, tools, stream })).text),
    );
    expect(texts).toEqual(["Step 1.", "Step 2.", "All steps are done."]);
  });

  test("recall says which roles and markers came", async () => {
    const { text } = await ask(server, api, { prompt: "[[ok:a]] and [[recall]]", results: ["x"], tools, stream });
    expect(text).toMatch(/^RECALL roles=.*u \w*C .*R markers=\[\[ok:a\]\] \[\[recall\]\]$/);
  });

  test("tokens are as many as the scenario says", async () => {
    const { usage } = await ask(server, api, { prompt: "[[usage:900,80,300]]", tools, stream });
    expect(usage).toEqual([600, 300, 80]);
  });

  test("an answer that is cut off by the limit of tokens says so", async () => {
    const { stop } = await ask(server, api, { prompt: "[[max-tokens]]", tools, stream });
    expect(stop).toBe({ anthropic: "max_tokens", responses: "incomplete", chat: "length", gemini: "MAX_TOKENS" }[api]);
  });

  test("an empty answer has neither text nor call", async () => {
    expect(await ask(server, api, { prompt: "[[empty]]", tools, stream })).toMatchObject({ text: "", tool: null });
  });

  test("the same call comes for ever", async () => {
    const first = await ask(server, api, { prompt: "[[loop]]", tools, stream });
    const later = await ask(server, api, { prompt: "[[loop]]", results: Array(50).fill("same"), tools, stream });
    expect(later.tool).toEqual(first.tool);
  });

  test("the same call works for ever from the one on that was asked for", async () => {
    const prompt = "[[loop:2]]";
    const first = await ask(server, api, { prompt, tools, stream });
    expect(JSON.stringify(first.tool)).toContain("mkdir again1 || sleep 300");
    expect((await ask(server, api, { prompt, results: ["same"], tools, stream })).tool).toEqual(first.tool);
  });

  test("a result is Reeve's, for the task that the prompt names", async () => {
    const prompt = 'Done: {"status":"done","task_id":"api-7"} [[result:new.txt]]';
    expect((await ask(server, api, { prompt, tools, stream })).tool?.name).toBe(shells[api]);
    const { text } = await ask(server, api, { prompt, results: ["ok"], tools, stream });
    expect(parseResult(JSON.parse(text), "api-7")).toMatchObject({ ok: true, result: { files_created: ["new.txt"] } });
  });

  test("a callback tool is found behind the agent's prefix and gets its arguments", async () => {
    const prompt = '[[mcp:report_result,{"files":["a"],"ok":true}]]';
    const offered = [...tools, "mcp__reeve__report_result"];
    const { tool } = await ask(server, api, { prompt, tools: offered, stream });
    expect(tool).toEqual({ name: "mcp__reeve__report_result", args: { files: ["a"], ok: true } });
    const { text } = await ask(server, api, { prompt, results: ["taken"], tools: offered, stream });
    expect(text).toContain("taken");
  });

  test.each([401, 402, 403, 404, 429, 500, 503, 529])("status %i comes with an error in JSON", async (status) => {
    const response = await post(server, api, { prompt: `[[http:${status}]]`, tools, stream });
    expect(response.status).toBe(status);
    expect(response.headers.get("retry-after")).toBeNull();
    expect(await response.json()).toHaveProperty("error.message");
  });

  test("a refusal so many times, with the time to come back, and then the work", async () => {
    const question = { prompt: `[[http:429,2,7,Come back later ${api} ${stream}]]`, tools, stream };
    const responses = [await post(server, api, question), await post(server, api, question)];
    expect(responses.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([
      [429, "7"],
      [429, "7"],
    ]);
    expect(await responses[0]?.text()).toContain("Come back later");
    expect((await ask(server, api, question)).tool).not.toBeNull();
  });

  test("a prompt that is too long is told in the vendor's words", async () => {
    const response = await post(server, api, { prompt: "[[overflow]]", tools, stream });
    expect(response.status).toBe(400);
    const words = /prompt is too long|exceeds the context window|maximum context length|exceeds the maximum number of/;
    expect(await response.text()).toMatch(words);
  });

  test("a malformed answer is not JSON", async () => {
    await expect(ask(server, api, { prompt: "[[malformed]]", tools, stream })).rejects.toThrow(SyntaxError);
  });

  test("a cut answer ends without its end", async () => {
    const response = await post(server, api, { prompt: "[[cut]]", tools, stream });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow("terminated");
  });

  test("a stalled answer begins, and waits until the client goes", async () => {
    const leave = new AbortController();
    const prompt = `[[stall]] ${api} ${stream}`;
    const response = await post(server, api, { prompt, tools, stream }, leave.signal);
    const begun = await response.body?.getReader().read();
    expect(begun?.done).toBe(false);
    leave.abort();
    const record = await server.until(({ messages, ended }) => ended !== "open" && lastText(messages) === prompt);
    expect(record.ended).toBe("client_gone");
  });

  test("a page of HTML comes with status 200", async () => {
    const response = await post(server, api, { prompt: "[[page]]", tools, stream });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html"]);
  });

  test("a connection is reset before any answer", async () => {
    await expect(post(server, api, { prompt: "[[reset]]", tools, stream })).rejects.toThrow("fetch failed");
  });
});

function lastText(messages: readonly { readonly text: string }[]): string | undefined {
  return messages.at(-1)?.text;
}
