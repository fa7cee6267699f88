/**
 * What the app-server tells unasked, in Reeve's words, and what of it the end is judged by. Threads that Codex starts for
 * helpers of its own are counted and otherwise left out. Decides nothing.
 */
import { asMapping, asText } from "../../../../../basics/loose.ts";
import type { DriverIo } from "../../driver.ts";
import { asNumber, type Loose } from "../../json-line.ts";
import { CodexItems } from "../codex-items.ts";
import { ThreadUsage } from "../codex-usage.ts";

export class ServerEvents {
  thread = "";
  /** Of the turn at work. */
  turnId: string | undefined;
  /** The last one that ended. */
  turn: Loose | undefined;
  waiting: Loose | undefined;
  resetsAt: number | undefined;
  readonly #io: DriverIo;
  readonly #onEnd: () => void;
  readonly #items = new CodexItems();
  readonly #usage = new ThreadUsage();
  readonly #unreached = new Map<string, string>();
  #isBegun = false;

  constructor(io: DriverIo, onEnd: () => void) {
    this.#io = io;
    this.#onEnd = onEnd;
  }

  get text(): string {
    return this.#items.text;
  }

  get isUsingTool(): boolean {
    return this.#items.isUsingTool;
  }

  begin(thread: string, model: string | undefined, isNew: boolean): void {
    this.thread = thread;
    this.#usage.model = model;
    if (isNew) this.#usage.begun(thread);
  }

  turnBegun(id: string | undefined): void {
    this.#isBegun = true;
    // A very short one may have ended before its beginning was answered.
    if (this.turn?.["id"] !== id) this.turnId = id;
  }

  heard(method: string, params: Loose): void {
    if (method === "thread/tokenUsage/updated") return this.#tell(this.#usage.heard(params, this.#isBegun));
    if (method === "account/rateLimits/updated") return this.#limits(asMapping(params["rateLimits"]));
    if (method === "mcpServer/startupStatus/updated") return this.#tools(params);
    if (method === "configWarning") return this.#tell(this.#items.warning(asText(params["summary"]) ?? ""));
    const about = asText(params["threadId"]);
    if (about !== undefined && about !== this.thread) return;
    if (method === "warning") return this.#tell(this.#items.warning(asText(params["message"]) ?? ""));
    if (method === "turn/started") return this.turnBegun(asText(asMapping(params["turn"])["id"]));
    if (method === "error") return this.#error(params);
    if (method === "turn/completed") return this.#completed(asMapping(params["turn"]));
    const item = asMapping(params["item"]);
    if (method === "item/started") return this.#did(this.#items.started(item));
    if (method === "item/completed") return this.#did(this.#items.completed(item));
  }

  /** It works on while a server of tools is tried again and again: only in the end it is known. */
  close(): void {
    for (const [name, why] of this.#unreached)
      this.#io.emit({ type: "note", text: `Tools of ${name} could not be reached: ${why}` });
  }

  #did(lines: ReturnType<CodexItems["completed"]>): void {
    this.waiting = undefined;
    this.#tell(lines);
  }

  #error(params: Loose): void {
    const error = asMapping(params["error"]);
    if (params["willRetry"] !== true) return;
    this.waiting = error;
    const parts = [asText(error["message"]), asText(error["additionalDetails"])];
    this.#io.emit({ type: "retry_notice", text: parts.filter((part) => part).join(": ") });
  }

  #completed(turn: Loose): void {
    this.turn = turn;
    this.turnId = undefined;
    this.#onEnd();
  }

  /** Whichever of its limits is reached and ends last. */
  #limits(limits: Loose): void {
    const reached = [limits["primary"], limits["secondary"]].map(asMapping).filter((each) => {
      return (asNumber(each["usedPercent"]) ?? 0) >= 100;
    });
    const ends = reached.map((each) => (asNumber(each["resetsAt"]) ?? 0) * 1_000);
    this.resetsAt = ends.length === 0 || Math.max(...ends) === 0 ? undefined : Math.max(...ends);
  }

  #tools(params: Loose): void {
    const name = asText(params["name"]) ?? "";
    if (params["status"] === "ready") this.#unreached.delete(name);
    else this.#unreached.set(name, asText(params["error"]) ?? "it did not answer");
  }

  #tell(lines: ReturnType<CodexItems["completed"]>): void {
    for (const line of lines) this.#io.emit(line);
  }
}
