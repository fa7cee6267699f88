/**
 * MCP over standard input and output: a message a line, its answer a line, in the order they come. What is no message gets an
 * error, what is too long is passed over; the end of the input is the end.
 */
import type { Readable } from "node:stream";
import { answerMcp, type McpServer, RPC_ERROR, readMcp } from "../../basics/answer-mcp.ts";

const LINE_LENGTH_MAX = 1_000_000;

export async function serveStdio(
  input: Readable,
  say: (line: string) => void,
  server: McpServer,
  signal: AbortSignal,
): Promise<void> {
  for await (const line of linesOf(input, signal)) {
    if (line === null) say(errorText("this line is too long."));
    else if (line.trim() !== "") await answerLine(line, say, server);
  }
}

async function answerLine(line: string, say: (line: string) => void, server: McpServer): Promise<void> {
  const message = readMcp(parsed(line));
  if (message.type === "malformed") say(errorText("this is no JSON-RPC message."));
  else if (message.type === "request") say(JSON.stringify(await answerMcp(message, server)));
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function errorText(message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", error: { code: RPC_ERROR.invalidRequest, message }, id: null });
}

/** Null in the place of one that is too long. */
async function* linesOf(input: Readable, signal: AbortSignal): AsyncGenerator<string | null> {
  let rest = "";
  let isPassedOver = false;
  const stop = () => input.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const chunk of input.setEncoding("utf8")) {
      const lines = `${rest}${chunk as string}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (!isPassedOver) yield line.length > LINE_LENGTH_MAX ? null : line;
        isPassedOver = false;
      }
      if (rest.length <= LINE_LENGTH_MAX) continue;
      if (!isPassedOver) yield null;
      isPassedOver = true;
      rest = "";
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
