/**
 * Reads the events of Copilot CLI: what it says, tools, requests that failed and are tried again, errors, the result. It
 * tells no tokens. Translates, and remembers what the end is judged by; decides nothing.
 */
import { asList, asMapping, asText } from "../../../../basics/loose.ts";
import type { AgentEvent } from "../../adapters/agent-adapter.ts";
import type { DriverNote } from "../driver-lines.ts";
import { asNumber, jsonLine, type Loose } from "../json-line.ts";

export interface CopilotSeen {
  /** It names its session only at the end. */
  readonly session: string | undefined;
  readonly result: Loose | undefined;
  /** What it said last. */
  readonly text: string;
  /** The last error of the session. */
  readonly error: Loose | undefined;
  /** The last request to its model that failed. */
  readonly failure: Loose | undefined;
}

export class CopilotReader {
  #result: Loose | undefined;
  #text = "";
  #error: Loose | undefined;
  #failure: Loose | undefined;
  readonly #tools = new Map<string, string>();

  get seen(): CopilotSeen {
    return {
      session: asText(this.#result?.["sessionId"]),
      result: this.#result,
      text: this.#text,
      error: this.#error,
      failure: this.#failure,
    };
  }

  read(line: string): readonly (AgentEvent | DriverNote)[] {
    const said = jsonLine(line);
    if (said === undefined) return [];
    const data = asMapping(said["data"]);
    switch (said["type"]) {
      case "assistant.message":
        return this.#message(data);
      case "tool.execution_start":
        return [this.#call(data)];
      case "tool.execution_complete":
        return [this.#called(data)];
      case "model.call_failure":
        this.#failure = data;
        return [];
      case "assistant.turn_retry":
        return [this.#retry(data)];
      case "session.error":
        this.#error = data;
        return [];
      case "session.mcp_servers_loaded":
        return unreachable(data);
      case "result":
        this.#result = said;
        return this.seen.session === undefined ? [] : [{ type: "session", id: this.seen.session }];
      default:
        return [];
    }
  }

  #message(data: Loose): readonly AgentEvent[] {
    const text = asText(data["content"]) ?? "";
    // What its helpers say is no answer of its own.
    if (data["parentToolCallId"] === undefined) {
      this.#text = text;
      this.#error = undefined;
    }
    return text === "" ? [] : [{ type: "text", text }];
  }

  #call(data: Loose): AgentEvent {
    const name = asText(data["toolName"]) ?? "unknown";
    this.#tools.set(asText(data["toolCallId"]) ?? "", name);
    return { type: "tool_call", name, input: JSON.stringify(data["arguments"] ?? {}) };
  }

  #called(data: Loose): AgentEvent {
    const name = this.#tools.get(asText(data["toolCallId"]) ?? "") ?? "unknown";
    const ok = data["success"] === true;
    const text = asText(asMapping(data[ok ? "result" : "error"])[ok ? "content" : "message"]) ?? "";
    return { type: "tool_result", name, ok, text };
  }

  #retry(data: Loose): AgentEvent {
    const status = asNumber(this.#failure?.["statusCode"]);
    const what = status === undefined ? "The model's API did not answer" : `The model's API answered ${status}`;
    return { type: "retry_notice", text: `${what} (${asText(data["reason"]) ?? "unknown"}); it tries again.` };
  }
}

function unreachable(data: Loose): readonly DriverNote[] {
  const own = asList(data["servers"])
    .map(asMapping)
    .find((server) => server["name"] === "reeve");
  if (!own || own["status"] === "connected") return [];
  return [{ type: "note", text: `The tools of reeve cannot be reached by the agent (${asText(own["status"])}).` }];
}
