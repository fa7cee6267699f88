/**
 * What Codex does, item by item, in Reeve's words. The app-server and `exec --json` tell the same items and spell them
 * differently. Translates, and knows which tools are at work; decides nothing.
 */
import { asList, asMapping, asText } from "../../../../basics/loose.ts";
import type { AgentEvent } from "../../adapters/agent-adapter.ts";
import type { DriverNote } from "../driver-lines.ts";
import { asNumber, type Loose } from "../json-line.ts";
import { isIdle } from "./complaints.ts";

export class CodexItems {
  /** What it said last. */
  text = "";
  readonly #open = new Map<string, string>();
  readonly #warned = new Set<string>();

  get isUsingTool(): boolean {
    return this.#open.size > 0;
  }

  started(item: Loose): readonly (AgentEvent | DriverNote)[] {
    const call = callOf(item);
    if (!call) return [];
    this.#open.set(idOf(item), call.name);
    return [{ type: "tool_call", ...call }];
  }

  completed(item: Loose): readonly (AgentEvent | DriverNote)[] {
    const type = kindOf(item);
    if (type === "agentMessage") return this.#said(asText(item["text"]) ?? "");
    // What `exec` calls an error here is a warning: the turn goes on.
    if (type === "error") return this.warning(asText(item["message"]) ?? "");
    const call = callOf(item);
    if (!call) return [];
    const isReported = this.#open.delete(idOf(item));
    const status = asText(item["status"]) ?? "";
    const exit = asNumber(item["exitCode"] ?? item["exit_code"]) ?? 0;
    const ok = exit === 0 && !BAD.test(status) && item["success"] !== false;
    const result: AgentEvent = { type: "tool_result", name: call.name, ok, text: outputOf(item) };
    const refused: DriverNote = { type: "note", text: `It was not allowed to use ${call.name}: ${call.input}` };
    return [
      ...(isReported ? [] : [{ type: "tool_call", ...call } as const]),
      result,
      ...(DENIED.test(status) ? [refused] : []),
    ];
  }

  /** Each once. */
  warning(text: string): readonly DriverNote[] {
    if (text === "" || isIdle(text) || this.#warned.has(text)) return [];
    this.#warned.add(text);
    return [{ type: "note", text: `Codex warns: ${text}` }];
  }

  #said(text: string): readonly AgentEvent[] {
    if (text === "") return [];
    this.text = text;
    return [{ type: "text", text }];
  }
}

const BAD = /^(?:failed|declined|errored|interrupted)$/;
const DENIED = /^declined$/;

function callOf(item: Loose): { readonly name: string; readonly input: string } | undefined {
  const type = kindOf(item);
  const json = (value: unknown) => (value === undefined || value === null ? "" : JSON.stringify(value));
  switch (type) {
    case "commandExecution":
      return { name: "shell", input: asText(item["command"]) ?? "" };
    case "fileChange":
      return { name: "apply_patch", input: changesOf(item) };
    case "mcpToolCall":
      return { name: `${asText(item["server"]) ?? ""}.${asText(item["tool"]) ?? ""}`, input: json(item["arguments"]) };
    case "dynamicToolCall":
    case "collabAgentToolCall":
    case "collabToolCall":
      return { name: asText(item["tool"]) ?? type, input: json(item["arguments"] ?? item["prompt"]) };
    case "webSearch":
      return { name: "web_search", input: asText(item["query"]) ?? "" };
    default:
      return undefined;
  }
}

/** `command_execution` and `commandExecution` are one. */
function kindOf(item: Loose): string {
  return (asText(item["type"]) ?? "").replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function idOf(item: Loose): string {
  return asText(item["id"]) ?? "";
}

function changesOf(item: Loose): string {
  const paths = asList(item["changes"]).map((each) => asText(asMapping(each)["path"]) ?? "");
  return paths.filter((path) => path !== "").join(" ");
}

function outputOf(item: Loose): string {
  const printed = asText(item["aggregatedOutput"] ?? item["aggregated_output"]);
  if (printed !== undefined) return printed;
  const wrong = asText(asMapping(item["error"])["message"]);
  if (wrong !== undefined) return wrong;
  const parts = asList(asMapping(item["result"])["content"] ?? item["contentItems"]);
  return parts.map((each) => asText(asMapping(each)["text"]) ?? "").join("\n");
}
