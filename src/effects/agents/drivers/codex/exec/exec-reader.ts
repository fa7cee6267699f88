/**
 * Reads what `codex exec --json` prints: the same items as the app-server's, ends of turns, and errors that are only words.
 * "Reconnecting" is a wait and no end. Translates, and remembers what the end is judged by; decides nothing.
 */
import { asMapping, asText } from "../../../../../basics/loose.ts";
import type { AgentEvent } from "../../../adapters/agent-adapter.ts";
import type { DriverNote } from "../../driver-lines.ts";
import { jsonLine, type Loose } from "../../json-line.ts";
import { CodexItems } from "../codex-items.ts";

export class ExecReader {
  thread: string | undefined;
  /** Set when the turn was told to have ended: well, or with an error. */
  completed: Loose | undefined;
  failed: Loose | undefined;
  /** What it was about to try again when it was last heard. */
  waiting: Loose | undefined;
  readonly #items = new CodexItems();

  get text(): string {
    return this.#items.text;
  }

  get isUsingTool(): boolean {
    return this.#items.isUsingTool;
  }

  read(line: string): readonly (AgentEvent | DriverNote)[] {
    const said = jsonLine(line);
    const item = asMapping(said?.["item"]);
    switch (said?.["type"]) {
      case "thread.started":
        return this.#begun(asText(said["thread_id"]));
      case "item.started":
        this.waiting = undefined;
        return this.#items.started(item);
      case "item.completed":
        this.waiting = undefined;
        return this.#items.completed(item);
      case "error":
        return this.#error(asText(said["message"]) ?? "");
      case "turn.completed":
        this.completed = asMapping(said["usage"]);
        return [];
      case "turn.failed":
        this.failed = asMapping(said["error"]);
        return [];
      default:
        return [];
    }
  }

  #begun(thread: string | undefined): readonly AgentEvent[] {
    this.thread = thread;
    return thread === undefined ? [] : [{ type: "session", id: thread }];
  }

  /** One that ends the turn is told again as its failure. */
  #error(message: string): readonly AgentEvent[] {
    if (!/^Reconnecting/.test(message)) return [];
    this.waiting = { message };
    return [{ type: "retry_notice", text: message }];
  }
}
