/**
 * Reads the lines of the stream-json dialect that Claude Code speaks and others took over: who says what, which tools are
 * called, where it waits, and how a turn ended. Translates, and remembers what the end is judged by; decides nothing.
 */
import { asList, asMapping, asText } from "../../../../basics/loose.ts";
import type { AgentEvent } from "../../adapters/agent-adapter.ts";
import type { DriverNote } from "../driver-lines.ts";
import { asCount, asNumber, jsonLine, type Loose } from "../json-line.ts";

export interface StreamSeen {
  /** The session as the agent names it; undefined before it has. */
  readonly session: string | undefined;
  /** The last `result`: how the latest turn ended. */
  readonly result: Loose | undefined;
  /** What it said last. */
  readonly text: string;
  /** Messages of ours that it has taken in. */
  readonly heard: number;
  /** What it was refused by its API before it tries again: its status, where there was an answer. */
  readonly retry: { readonly status: number | null; readonly error: string } | undefined;
  /** When a limit of its account resets that refused it; milliseconds since 1970. */
  readonly resetsAt: number | undefined;
}

export class StreamReader {
  #session: string | undefined;
  #result: Loose | undefined;
  #text = "";
  #heard = 0;
  #retry: StreamSeen["retry"];
  #resetsAt: number | undefined;
  readonly #tools = new Map<string, string>();

  get seen(): StreamSeen {
    return {
      session: this.#session,
      result: this.#result,
      text: this.#text,
      heard: this.#heard,
      retry: this.#retry,
      resetsAt: this.#resetsAt,
    };
  }

  read(line: string): readonly (AgentEvent | DriverNote)[] {
    const said = jsonLine(line);
    if (said === undefined) return [];
    switch (said["type"]) {
      case "system":
        return this.#system(said);
      case "assistant":
        return this.#assistant(asMapping(said["message"]));
      case "user":
        if (said["isReplay"] === true) this.#heard += 1;
        return said["isReplay"] === true ? [] : this.#toolResults(asMapping(said["message"]));
      case "rate_limit_event":
        return this.#limit(asMapping(said["rate_limit_info"]));
      case "result":
        this.#result = said;
        this.#session ??= asText(said["session_id"]);
        return denials(said);
      default:
        return [];
    }
  }

  /** It tells every change of its limits; only one that refuses is waited for. */
  #limit({ status, resetsAt }: Loose): readonly AgentEvent[] {
    const seconds = asNumber(resetsAt);
    this.#resetsAt = status === "rejected" && seconds !== undefined ? seconds * 1_000 : undefined;
    if (this.#resetsAt === undefined) return [];
    const at = new Date(Math.min(this.#resetsAt, LATEST_MS)).toISOString();
    return [{ type: "retry_notice", text: `Its usage limit is reached and resets at ${at}.` }];
  }

  #system(said: Loose): readonly (AgentEvent | DriverNote)[] {
    if (said["subtype"] === "init") return this.#init(said);
    if (said["subtype"] !== "api_retry") return [];
    const status = asNumber(said["error_status"]) ?? null;
    const error = asText(said["error"]) ?? "unknown";
    this.#retry = { status, error };
    const what =
      status === null ? `The model's API did not answer (${error})` : `The model's API answered ${status} (${error})`;
    const seconds = (asCount(said["retry_delay_ms"]) / 1_000).toFixed(1);
    const text = `${what}; try ${asCount(said["attempt"])} of ${asCount(said["max_retries"])} in ${seconds} s.`;
    return [{ type: "retry_notice", text }];
  }

  /** A second turn of the same session is told again, and no news. */
  #init(said: Loose): readonly (AgentEvent | DriverNote)[] {
    const session = asText(said["session_id"]);
    const failed = asList(said["mcp_servers"])
      .map(asMapping)
      .filter(({ status }) => status === "failed");
    const notes = failed.map(
      ({ name }): DriverNote => ({ type: "note", text: `Tools of ${name} could not be reached.` }),
    );
    if (session === undefined || session === this.#session) return notes;
    this.#session = session;
    return [{ type: "session", id: session }, ...notes];
  }

  #assistant(message: Loose): readonly AgentEvent[] {
    return asList(message["content"]).flatMap((each): readonly AgentEvent[] => {
      const block = asMapping(each);
      const text = asText(block["text"]);
      if (block["type"] === "text" && text !== undefined && text !== "") {
        this.#text = text;
        return [{ type: "text", text }];
      }
      if (block["type"] !== "tool_use") return [];
      const name = asText(block["name"]) ?? "a tool";
      this.#tools.set(asText(block["id"]) ?? "", name);
      return [{ type: "tool_call", name, input: JSON.stringify(block["input"] ?? {}) }];
    });
  }

  #toolResults(message: Loose): readonly AgentEvent[] {
    return asList(message["content"]).flatMap((each): readonly AgentEvent[] => {
      const block = asMapping(each);
      if (block["type"] !== "tool_result") return [];
      const id = asText(block["tool_use_id"]) ?? "";
      const name = this.#tools.get(id) ?? "a tool";
      this.#tools.delete(id);
      return [{ type: "tool_result", name, ok: block["is_error"] !== true, text: plainText(block["content"]) }];
    });
  }
}

/** Beyond it no date can be written. */
const LATEST_MS = 8.64e15;

function denials(result: Loose): readonly DriverNote[] {
  const names = asList(result["permission_denials"]).map((each) => asText(asMapping(each)["tool_name"]) ?? "a tool");
  if (names.length === 0) return [];
  const text = `It was not allowed to use ${[...new Set(names)].join(", ")}: its permissions are narrower than an unattended run needs.`;
  return [{ type: "note", text }];
}

function plainText(content: unknown): string {
  if (typeof content === "string") return content;
  return asList(content)
    .map((each) => asText(asMapping(each)["text"]) ?? "")
    .join("\n");
}
