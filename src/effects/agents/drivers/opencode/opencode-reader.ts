/**
 * Reads the events of OpenCode's server for one session: what is said, tools, steps and what they cost, where it waits,
 * what went wrong, when it is idle. Sessions of its helpers count for the cost only. Translates and remembers; decides
 * nothing.
 */
import { asMapping, asText } from "../../../../basics/loose.ts";
import { type TokenUsage, tokensOf } from "../../../../domain/words/token-usage.ts";
import type { AgentEvent } from "../../adapters/agent-adapter.ts";
import { asCount, asNumber, type Loose } from "../json-line.ts";

export interface OpencodeSeen {
  readonly idle: boolean;
  /** The last answer. */
  readonly text: string;
  readonly structured: unknown;
  /** The last error, unless it got over it. */
  readonly error: Loose | undefined;
  /** How its last step ended, in its words. */
  readonly reason: string | undefined;
  /** Waits in a row without an answer in between, and what the last is for. */
  readonly retries: number;
  readonly retry: { readonly message: string; readonly next: number | undefined } | undefined;
  /** Steps in a row in which nothing came from the model. */
  readonly emptySteps: number;
}

export class OpencodeReader {
  #seen: OpencodeSeen = {
    idle: false,
    text: "",
    structured: undefined,
    error: undefined,
    reason: undefined,
    retries: 0,
    retry: undefined,
    emptySteps: 0,
  };
  readonly #session: string;
  readonly #models = new Map<string, string>();
  /** Parts that were told: they are repeated. */
  readonly #reported = new Set<string>();
  #textOf = "";

  constructor(session: string) {
    this.#session = session;
  }

  get seen(): OpencodeSeen {
    return this.#seen;
  }

  read(event: Loose): readonly AgentEvent[] {
    const properties = asMapping(event["properties"]);
    const isOwn = properties["sessionID"] === this.#session;
    if (event["type"] === "message.updated") this.#message(asMapping(properties["info"]), isOwn);
    if (event["type"] === "message.part.updated") return this.#part(asMapping(properties["part"]), isOwn);
    if (!isOwn) return [];
    if (event["type"] === "session.status") return this.#status(asMapping(properties["status"]));
    if (event["type"] === "session.error") this.#note({ error: asMapping(properties["error"]) });
    if (event["type"] === "session.idle") this.#note({ idle: true });
    return [];
  }

  #note(more: Partial<OpencodeSeen>): void {
    this.#seen = { ...this.#seen, ...more };
  }

  #message(info: Loose, isOwn: boolean): void {
    if (info["role"] !== "assistant") return;
    const provider = asText(info["providerID"]);
    const model = asText(info["modelID"]);
    if (model !== undefined) this.#models.set(asText(info["id"]) ?? "", provider ? `${provider}/${model}` : model);
    if (isOwn && info["structured"] !== undefined) this.#note({ structured: info["structured"] });
  }

  #status(status: Loose): readonly AgentEvent[] {
    if (status["type"] === "busy") this.#note({ idle: false });
    if (status["type"] !== "retry") return [];
    const message = asText(status["message"]) ?? "";
    const next = asNumber(status["next"]);
    this.#note({ idle: false, retries: this.#seen.retries + 1, retry: { message, next } });
    return [{ type: "retry_notice", text: `${message} (try ${asCount(status["attempt"])})` }];
  }

  #part(part: Loose, isOwn: boolean): readonly AgentEvent[] {
    const message = asText(part["messageID"]) ?? "";
    // Parts of our own prompts come the same way.
    if (!this.#models.has(message)) return [];
    if (part["type"] === "step-finish") return this.#step(part, isOwn);
    if (!isOwn) return [];
    if (part["type"] === "text") return this.#text(part, message);
    return part["type"] === "tool" ? this.#tool(part) : [];
  }

  #text(part: Loose, message: string): readonly AgentEvent[] {
    const text = asText(part["text"]) ?? "";
    const isWhole = asMapping(part["time"])["end"] !== undefined;
    if (!isWhole || text === "" || !this.#isNew(part, "text")) return [];
    this.#note({ text: this.#textOf === message ? `${this.#seen.text}\n${text}` : text });
    this.#textOf = message;
    return [{ type: "text", text }];
  }

  #tool(part: Loose): readonly AgentEvent[] {
    const state = asMapping(part["state"]);
    const name = asText(part["tool"]) ?? "unknown";
    const events: AgentEvent[] = [];
    const { status } = state;
    if (status !== "pending" && this.#isNew(part, "call")) {
      events.push({ type: "tool_call", name, input: JSON.stringify(state["input"] ?? {}) });
    }
    if ((status === "completed" || status === "error") && this.#isNew(part, "result")) {
      const text = asText(state[status === "error" ? "error" : "output"]) ?? "";
      events.push({ type: "tool_result", name, ok: status === "completed", text });
    }
    return events;
  }

  #step(part: Loose, isOwn: boolean): readonly AgentEvent[] {
    if (!this.#isNew(part, "step")) return [];
    const parts = partsOf(asMapping(part["tokens"]));
    const tokens = tokensOf(parts);
    const reason = asText(part["reason"]);
    const isEmpty = tokens === 0 && reason === "unknown";
    const over = isEmpty ? {} : { error: undefined, retries: 0, retry: undefined };
    if (isOwn) this.#note({ reason, emptySteps: isEmpty ? this.#seen.emptySteps + 1 : 0, ...over });
    const usd = asNumber(part["cost"]);
    if (tokens === 0 && !usd) return [];
    const model = this.#models.get(asText(part["messageID"]) ?? "") ?? "";
    return [{ type: "usage", usage: { tokens, ...(usd !== undefined && { usd }) }, model, parts }];
  }

  #isNew(part: Loose, what: string): boolean {
    const key = `${asText(part["id"])} ${what}`;
    if (this.#reported.has(key)) return false;
    this.#reported.add(key);
    return true;
  }
}

function partsOf(tokens: Loose): TokenUsage {
  const cache = asMapping(tokens["cache"]);
  return {
    input: asCount(tokens["input"]),
    output: asCount(tokens["output"]) + asCount(tokens["reasoning"]),
    cacheRead: asCount(cache["read"]),
    cacheWrite: asCount(cache["write"]),
  };
}
