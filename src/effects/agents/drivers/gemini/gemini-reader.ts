/**
 * Reads the lines of Gemini CLI: pieces of what it says, tools, warnings, the result. What it says about waiting comes on
 * its standard error. Translates, and remembers what the end is judged by; decides nothing.
 */
import { asMapping, asText } from "../../../../basics/loose.ts";
import { type TokenUsage, tokensOf } from "../../../../domain/words/token-usage.ts";
import type { AgentEvent } from "../../adapters/agent-adapter.ts";
import { asCount, jsonLine, type Loose } from "../json-line.ts";

export interface GeminiSeen {
  readonly session: string | undefined;
  readonly result: Loose | undefined;
  /** What it said last. */
  readonly text: string;
  /** Its warnings and errors beside the result. */
  readonly warnings: readonly string[];
}

const WARNINGS_MAX = 20;

export class GeminiReader {
  #session: string | undefined;
  #result: Loose | undefined;
  #text = "";
  #pieces = "";
  #warnings: string[] = [];
  readonly #tools = new Map<string, string>();

  get seen(): GeminiSeen {
    return {
      session: this.#session,
      result: this.#result,
      text: this.#pieces === "" ? this.#text : this.#pieces,
      warnings: this.#warnings,
    };
  }

  read(line: string): readonly AgentEvent[] {
    const said = jsonLine(line);
    if (said === undefined) return [];
    if (said["type"] === "message" && said["role"] === "assistant") {
      this.#pieces += asText(said["content"]) ?? "";
      return said["delta"] === true ? [] : this.#whole();
    }
    return [...this.#whole(), ...this.#other(said)];
  }

  #other(said: Loose): readonly AgentEvent[] {
    switch (said["type"]) {
      case "init":
        this.#session = asText(said["session_id"]);
        return this.#session === undefined ? [] : [{ type: "session", id: this.#session }];
      case "tool_use":
        return [this.#call(said)];
      case "tool_result":
        return [this.#called(said)];
      case "error":
        this.#warnings = [...this.#warnings, asText(said["message"]) ?? ""].slice(-WARNINGS_MAX);
        return [];
      case "result":
        this.#result = said;
        return usageIn(asMapping(said["stats"]));
      default:
        return [];
    }
  }

  /** Pieces are told together, when something else comes. */
  #whole(): readonly AgentEvent[] {
    const text = this.#pieces;
    if (text === "") return [];
    this.#text = text;
    this.#pieces = "";
    return [{ type: "text", text }];
  }

  #call(said: Loose): AgentEvent {
    const name = asText(said["tool_name"]) ?? "unknown";
    this.#tools.set(asText(said["tool_id"]) ?? "", name);
    return { type: "tool_call", name, input: JSON.stringify(said["parameters"] ?? {}) };
  }

  #called(said: Loose): AgentEvent {
    const name = this.#tools.get(asText(said["tool_id"]) ?? "") ?? "unknown";
    const ok = said["status"] === "success";
    const text = asText(said["output"]) ?? asText(asMapping(said["error"])["message"]) ?? "";
    return { type: "tool_result", name, ok, text };
  }
}

/** A line of its standard error that says it waits and tries again. */
export function retryNotice(line: string): AgentEvent | undefined {
  return /^Attempt \d+ failed/.test(line) ? { type: "retry_notice", text: line } : undefined;
}

/** By model, of this run alone. */
function usageIn(stats: Loose): readonly AgentEvent[] {
  return Object.entries(asMapping(stats["models"])).flatMap(([model, used]) => {
    const parts = partsOf(asMapping(used));
    const tokens = tokensOf(parts);
    return tokens === 0 ? [] : [{ type: "usage", usage: { tokens }, model, parts } as const];
  });
}

/** What it thought is in the total only. */
function partsOf(used: Loose): TokenUsage {
  const read = asCount(used["input_tokens"]);
  const cacheRead = asCount(used["cached"]);
  const output = Math.max(asCount(used["output_tokens"]), asCount(used["total_tokens"]) - read);
  return { input: Math.max(0, read - cacheRead), output, cacheRead, cacheWrite: 0 };
}
