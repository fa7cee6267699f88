/** The least of an MCP server: one tool, over HTTP on loopback, that notes who called it. For tests of agents that call back. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface CallbackServer {
  readonly url: string;
  readonly calls: () => readonly { readonly tool: string; readonly authorization: string | undefined }[];
  readonly close: () => Promise<void>;
}

interface Rpc {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly protocolVersion?: string };
}

export async function startCallbackServer(): Promise<CallbackServer> {
  const calls: { tool: string; authorization: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const rpc = (text === "" ? {} : JSON.parse(text)) as Rpc;
    if (rpc.method === "tools/call") {
      calls.push({ tool: rpc.params?.name ?? "", authorization: request.headers.authorization });
    }
    const result = resultOf(rpc);
    if (result === undefined) return response.writeHead(request.method === "POST" ? 202 : 405).end();
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(JSON.stringify({ jsonrpc: "2.0", id: rpc.id, ...result }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Undefined: a notification, or nothing of ours. */
function resultOf({ id, method, params }: Rpc): object | undefined {
  if (id === undefined) return undefined;
  const known: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: params?.protocolVersion ?? "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "reeve", version: "1.0.0" },
    },
    "tools/list": {
      tools: [{ name: "report_result", description: "Says it is done.", inputSchema: { type: "object" } }],
    },
    "tools/call": { content: [{ type: "text", text: "noted" }] },
    ping: {},
  };
  const result = known[method ?? ""];
  return result === undefined ? { error: { code: -32601, message: "There is no such method." } } : { result };
}
