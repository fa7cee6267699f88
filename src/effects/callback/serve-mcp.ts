/**
 * The protocol over HTTP, as its specification calls "streamable HTTP", without sessions: each request stands for itself.
 *
 * Answers are plain JSON, not a stream of events: an agent that waits when Reeve is killed hears at once that the line is
 * broken. A stream that breaks off clients take for one that continues, until a time-out of hours.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { answerMcp, MCP_VERSIONS, RPC_ERROR, readMcp } from "../../basics/answer-mcp.ts";
import type { Reply } from "./tool.ts";
import { TOOLS } from "./tools.ts";

export type CallTool = (name: string, args: unknown) => Promise<Reply>;

export async function serveMcp(
  { headers }: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  call: CallTool,
): Promise<void> {
  const refusal = refusalOf(headers);
  if (refusal) return reply(response, refusal.status, errorOf(refusal.message));
  const message = readMcp(body);
  if (message.type === "malformed") return reply(response, 400, errorOf("this is no JSON-RPC message."));
  const version = headers["mcp-protocol-version"];
  const isFirst = message.type === "request" && message.method === "initialize";
  if (!isFirst && version !== undefined && !MCP_VERSIONS.includes(String(version)))
    return reply(response, 400, errorOf(`this version of MCP is not spoken here; ${MCP_VERSIONS.join(", ")} are.`));
  if (message.type === "notice") return reply(response, 202, null);
  reply(response, 200, await answerMcp(message, { ...SERVER, call }));
}

const SERVER = {
  name: "reeve",
  instructions:
    "Reeve supervises the task you work on. Report your result with report_result, then end your turn. Ask a person only what you cannot find out.",
  tools: TOOLS,
  failure: "Reeve could not do this. Continue without it.",
};

/** A page in a browser can send everything but JSON to us without asking first. */
function refusalOf(headers: IncomingHttpHeaders): { readonly status: number; readonly message: string } | null {
  const type = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") return { status: 415, message: "a call is sent as application/json." };
  const accepts = (headers.accept ?? "*/*").toLowerCase();
  if (/application\/(json|\*)|\*\/\*/.test(accepts)) return null;
  return { status: 406, message: "answers are application/json." };
}

function errorOf(message: string): object {
  return { jsonrpc: "2.0", error: { code: RPC_ERROR.invalidRequest, message: `Reeve: ${message}` }, id: null };
}

function reply(response: ServerResponse, status: number, body: object | null): void {
  if (response.destroyed) return; // it hung up meanwhile
  if (body === null) response.writeHead(status).end();
  else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
