/** The protocol itself, held against its official client and the schemas that client reads answers with. */
import {
  CallToolResultSchema,
  EmptyResultSchema,
  ErrorCode,
  InitializeResultSchema,
  JSONRPCErrorResponseSchema,
  JSONRPCResultResponseSchema,
  ListPromptsResultSchema,
  ListToolsResultSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { MCP_VERSIONS } from "../../src/basics/answer-mcp.ts";
import { type Lab, openLab, post, toolCall } from "./lab.ts";

test("every version the official client knows is spoken, the newest offered first", () => {
  expect(MCP_VERSIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
});

test("a client gets the version it asks for, and the newest where it asks for another", async () => {
  const lab = await openLab();
  for (const version of MCP_VERSIONS)
    expect(InitializeResultSchema.parse(await result(lab, initialize(version))).protocolVersion).toBe(version);
  const unknown = InitializeResultSchema.parse(await result(lab, initialize("2031-01-01")));
  expect(unknown).toMatchObject({ protocolVersion: MCP_VERSIONS[0], serverInfo: { name: "reeve" } });
  expect(unknown.capabilities).toEqual({ tools: {} });
  expect(unknown.instructions).toContain("report_result");
});

test("answers have the form the official client reads", async () => {
  const lab = await openLab();
  EmptyResultSchema.parse(await result(lab, request("ping")));
  const { tools } = ListToolsResultSchema.parse(await result(lab, request("tools/list")));
  expect(tools.every(({ inputSchema, description }) => inputSchema.type === "object" && description)).toBe(true);
  const called = CallToolResultSchema.parse(await result(lab, toolCall("read_task")));
  expect([called.content[0]?.type, called.isError]).toEqual(["text", undefined]);
  const refused = CallToolResultSchema.parse(await result(lab, toolCall("no_such_tool")));
  expect(refused.isError).toBe(true);
});

test("the official client is greeted, can ask whether Reeve is there, and hears what Reeve does not have", async () => {
  const { sdk } = await (await openLab()).client("a.1");
  expect(sdk.getServerVersion()?.name).toBe("reeve");
  expect(sdk.getInstructions()).toContain("Reeve supervises the task");
  expect(await sdk.ping()).toEqual({});
  await expect(sdk.request({ method: "prompts/list" }, ListPromptsResultSchema)).rejects.toMatchObject({
    code: ErrorCode.MethodNotFound,
  });
});

test("an answer carries the id of its call, text or number", async () => {
  const lab = await openLab();
  for (const id of ["a", "", 0, 7]) {
    const answer = await post(lab.address("a.1"), { jsonrpc: "2.0", id, method: "ping" });
    expect(await answer.json()).toEqual({ jsonrpc: "2.0", id, result: {} });
  }
});

test("what needs no answer is taken without one", async () => {
  const lab = await openLab();
  for (const message of [
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", id: 1, error: { code: -1, message: "no" } },
  ]) {
    const answer = await post(lab.address("a.1"), message);
    expect([answer.status, await answer.text()]).toEqual([202, ""]);
  }
});

test("what is no call of the protocol is refused, and no tool hears of it", async () => {
  const lab = await openLab();
  const own = lab.address("a.1");
  const progress = { method: "tools/call", params: { name: "progress", arguments: { text: "x" } } };
  for (const message of [
    { id: 1, ...progress },
    { jsonrpc: "1.0", id: 1, ...progress },
    { jsonrpc: "2.0", id: null, ...progress },
    { jsonrpc: "2.0", id: {}, ...progress },
    { jsonrpc: "2.0", id: 1, method: 7 },
    { jsonrpc: "2.0", id: 1 },
  ])
    expect((await post(own, message)).status).toBe(400);
  const nameless = await post(own, { jsonrpc: "2.0", id: 1, method: "tools/call" });
  expect(JSONRPCErrorResponseSchema.parse(await nameless.json()).error.code).toBe(ErrorCode.InvalidParams);
  expect((await post(own, toolCall("progress", { text: "x" }), { "content-type": "text/plain" })).status).toBe(415);
  expect((await post(own, toolCall("progress", { text: "x" }), { "mcp-protocol-version": "1" })).status).toBe(400);
  expect(lab.signs).toEqual([]);
});

test("a client that takes JSON alone, or says nothing of what it takes, is answered", async () => {
  const lab = await openLab();
  for (const accept of ["application/json", "*/*", "application/*"])
    expect((await post(lab.address("a.1"), request("ping"), { accept })).status).toBe(200);
  const answer = await post(lab.address("a.1"), request("ping"), { "content-type": "application/json; charset=utf-8" });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
});

function request(method: string, params: object = {}): object {
  return { jsonrpc: "2.0", id: 1, method, params };
}

function initialize(protocolVersion: string): object {
  return request("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "agent", version: "1" } });
}

async function result(lab: Lab, message: object): Promise<unknown> {
  const answer = await post(lab.address("a.1"), message);
  expect(answer.status).toBe(200);
  return JSONRPCResultResponseSchema.parse(await answer.json()).result;
}
