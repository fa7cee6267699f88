/**
 * The Model Context Protocol, for one request at a time: nothing is remembered between two, so that an agent whose Reeve
 * was killed simply goes on with the next. Loaded with the first call, because most of it is large.
 *
 * Answers are plain JSON, not a stream of events: an agent that waits when Reeve is killed hears at once that the line is
 * broken. A stream that breaks off clients take for one that goes on, until a time-out of hours.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Reply } from "./tool.ts";
import { TOOLS } from "./tools.ts";

export type CallTool = (name: string, args: unknown) => Promise<Reply>;

export async function serveMcp(
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  call: CallTool,
): Promise<void> {
  const about = { capabilities: { tools: {} }, instructions: INSTRUCTIONS };
  const server = new Server({ name: "reeve", version: "1" }, about);
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { text, isError } = await call(params.name, params.arguments);
    return { content: [{ type: "text" as const, text }], ...(isError && { isError }) };
  });
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once("close", () => void server.close().catch(() => {}));
  await server.connect(transport);
  await transport.handleRequest(request, response, body);
}

const INSTRUCTIONS =
  "Reeve supervises the task you work on. Report your result with report_result, then end your turn. Ask a person only what you cannot find out.";
