/**
 * Reads what an ACP agent tells while it works. Its words come in pieces and are told as whole passages; a tool is told
 * when it begins, also where the agent first asks whether it may, and when it has ended. It remembers the last passage,
 * which is the answer. History that is replayed is not to be given to it.
 */
import { asList, asMapping, asText } from "../../../../basics/loose.ts";
import type { AgentEvent } from "../../adapters/agent-adapter.ts";
import type { Loose } from "../json-line.ts";

/** Beyond it the beginning of a passage is forgotten. */
const PASSAGE_MAX = 262_144;

interface Tool {
  readonly name: string;
  isReported: boolean;
}

export class AcpReader {
  readonly #emit: (event: AgentEvent) => void;
  readonly #tools = new Map<string, Tool>();
  #passage = "";
  #message: string | undefined;
  #last = "";

  constructor(emit: (event: AgentEvent) => void) {
    this.#emit = emit;
  }

  /** What it said last, as a whole. */
  get text(): string {
    return this.#passage.trim() === "" ? this.#last : this.#passage;
  }

  read(update: Loose): void {
    switch (update["sessionUpdate"]) {
      case "agent_message_chunk":
        return this.#say(update);
      case "tool_call":
      case "tool_call_update":
        return this.tool(update);
      default:
    }
  }

  /** `isCertain`: it is about to be used, whatever else is not known yet; as when the agent asks whether it may. */
  tool(call: Loose, isCertain = false): void {
    const id = asText(call["toolCallId"]) ?? "";
    const status = call["status"];
    const known = this.#tools.get(id);
    const tool = known ?? { name: nameOf(call), isReported: false };
    const isOver = status === "completed" || status === "failed";
    this.#tools.set(id, tool);
    // Some tell a call before its input is known.
    const isWhole = isCertain || known !== undefined || status !== "pending" || hasInput(call);
    if (!tool.isReported && isWhole) this.#begin(tool, inputOf(call));
    if (!isOver) return;
    this.endPassage();
    this.#tools.delete(id);
    this.#emit({ type: "tool_result", name: tool.name, ok: status === "completed", text: outputOf(call) });
  }

  endPassage(): void {
    if (this.#passage.trim() !== "") {
      this.#last = this.#passage;
      this.#emit({ type: "text", text: this.#passage });
    }
    this.#passage = "";
  }

  #begin(tool: Tool, input: string): void {
    this.endPassage();
    tool.isReported = true;
    this.#emit({ type: "tool_call", name: tool.name, input });
  }

  #say(update: Loose): void {
    const text = asText(asMapping(update["content"])["text"]) ?? "";
    const message = asText(update["messageId"]);
    if (text === "") return;
    if (isRetryNotice(text)) {
      this.endPassage();
      return this.#emit({ type: "retry_notice", text: text.trim() });
    }
    if (message !== this.#message) this.endPassage();
    this.#message = message;
    this.#passage = (this.#passage + text).slice(-PASSAGE_MAX);
  }
}

/** A whole piece that says nothing else; Copilot's way. */
function isRetryNotice(text: string): boolean {
  return /^Info: .{0,300}\bretrying\b.{0,40}$/is.test(text.trim());
}

function nameOf(call: Loose): string {
  const meta = asMapping(call["_meta"]);
  const words = [call["name"], meta["toolName"], call["title"], call["kind"]].map(asText);
  return (words.find((word) => word !== undefined && word !== "") ?? "a tool").slice(0, 200);
}

function hasInput(call: Loose): boolean {
  return Object.keys(asMapping(call["rawInput"])).length > 0;
}

function inputOf(call: Loose): string {
  return JSON.stringify(hasInput(call) ? call["rawInput"] : { title: asText(call["title"]) ?? "" });
}

function outputOf(call: Loose): string {
  const texts = asList(call["content"]).map((each) => {
    const part = asMapping(each);
    if (part["type"] === "diff") return `changed ${asText(part["path"]) ?? "a file"}`;
    return asText(asMapping(part["content"])["text"]) ?? "";
  });
  return texts.filter((text) => text !== "").join("\n");
}
