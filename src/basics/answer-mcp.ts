/**
 * The Model Context Protocol as a server of tools speaks it: one JSON-RPC message in, its answer out. Nothing is remembered
 * between two messages, so a caller whose server was killed simply calls the next one. It knows no transport, and what
 * a tool does is done by whoever is handed the call.
 */
import { asMapping, asText } from "./loose.ts";

export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly inputSchema: { readonly type: "object"; readonly [key: string]: unknown };
}

export interface McpServer {
  readonly name: string;
  readonly instructions: string;
  readonly tools: readonly McpTool[];
  /** Said where a call fails for a reason of the server's own. */
  readonly failure: string;
  readonly call: (name: string, args: unknown) => Promise<{ readonly text: string; readonly isError?: true }>;
}

/** Newest first. An agent that asks for another one is offered the newest, as the protocol has it. */
export const MCP_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];

/** What JSON-RPC calls an error: a call that cannot be understood, not one that a tool refuses. */
export const RPC_ERROR = { invalidRequest: -32_600, noMethod: -32_601, invalidParams: -32_602, internal: -32_603 };

export type McpMessage =
  | { readonly type: "request"; readonly id: string | number; readonly method: string; readonly params: Params }
  /** A notification, or the answer to something a server may ask: it gets no answer. */
  | { readonly type: "notice" }
  | { readonly type: "malformed" };

type Params = Readonly<Record<string, unknown>>;

export function readMcp(value: unknown): McpMessage {
  const { jsonrpc, id, method, params, result, error } = asMapping(value);
  if (jsonrpc !== "2.0") return { type: "malformed" };
  const isNamed = typeof id === "string" || typeof id === "number";
  if (typeof method === "string") {
    if (isNamed) return { type: "request", id, method, params: asMapping(params) };
    return { type: id === undefined ? "notice" : "malformed" };
  }
  return { type: isNamed && (result !== undefined || error !== undefined) ? "notice" : "malformed" };
}

/** Never rejects: what fails is an answer too. */
export async function answerMcp(
  { id, method, params }: Extract<McpMessage, { readonly type: "request" }>,
  server: McpServer,
): Promise<object> {
  try {
    return { jsonrpc: "2.0", id, ...(await answerTo(method, params, server)) };
  } catch {
    return { jsonrpc: "2.0", id, ...problem(RPC_ERROR.internal, server.failure) };
  }
}

async function answerTo(method: string, params: Params, server: McpServer): Promise<object> {
  switch (method) {
    case "initialize":
      return { result: introduce(asText(params["protocolVersion"]), server) };
    case "ping":
      return { result: {} };
    case "tools/list":
      return {
        result: {
          tools: server.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
        },
      };
    case "tools/call": {
      const name = asText(params["name"]);
      if (name === undefined) return problem(RPC_ERROR.invalidParams, "A call names its tool.");
      const { text, isError } = await server.call(name, params["arguments"]);
      return { result: { content: [{ type: "text", text }], ...(isError && { isError }) } };
    }
    default:
      return problem(RPC_ERROR.noMethod, `There is no method ${method}; this server has tools and nothing else.`);
  }
}

function introduce(wanted: string | undefined, { name, instructions }: McpServer): object {
  const protocolVersion = MCP_VERSIONS.find((version) => version === wanted) ?? MCP_VERSIONS[0];
  return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name, version: "1" }, instructions };
}

function problem(code: number, message: string): object {
  return { error: { code, message } };
}
