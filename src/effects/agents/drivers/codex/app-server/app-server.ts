/**
 * JSON-RPC with Codex's app-server, line by line: calls and their answers, what it tells unasked, and what it asks. It
 * knows the form of messages, not their meaning. A call to a process that has gone is answered with a refusal.
 */
import { asMapping, asText } from "../../../../../basics/loose.ts";
import type { DrivenProcess } from "../../driver.ts";
import { jsonLine, type Loose } from "../../json-line.ts";

export type Answer =
  | { readonly ok: true; readonly result: Loose }
  | { readonly ok: false; readonly words: string; readonly gone: boolean };

export interface ServerListener {
  readonly onNotice: (method: string, params: Loose) => void;
  /** What it asks; undefined: nothing that can be answered. */
  readonly onRequest: (method: string, params: Loose) => object | undefined;
}

export class AppServer {
  readonly #child: DrivenProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #calls = 0;
  #isGone = false;

  constructor(child: DrivenProcess) {
    this.#child = child;
  }

  call(method: string, params: object): Promise<Answer> {
    if (this.#isGone) return Promise.resolve(GONE);
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#write({ id, method, params });
    });
  }

  notify(method: string): void {
    this.#write({ method });
  }

  /** Until its output ends. */
  async listen({ onNotice, onRequest }: ServerListener): Promise<void> {
    for await (const line of this.#child.lines) {
      const message = jsonLine(line);
      if (message === undefined) continue;
      const { method, id } = message;
      if (typeof method !== "string") this.#answered(message);
      else if (id === undefined) onNotice(method, asMapping(message["params"]));
      else this.#reply(id, onRequest(method, asMapping(message["params"])));
    }
    this.#isGone = true;
    for (const resolve of this.#waiting.values()) resolve(GONE);
    this.#waiting.clear();
  }

  #answered(message: Loose): void {
    const id = Number(message["id"]);
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    if ("error" in message) {
      const words = asText(asMapping(message["error"])["message"]) ?? "it refused without a word";
      resolve?.({ ok: false, words, gone: false });
    } else resolve?.({ ok: true, result: asMapping(message["result"]) });
  }

  #reply(id: unknown, result: object | undefined): void {
    const error = { code: -32_601, message: "Nobody is there to answer this." };
    this.#write(result === undefined ? { id, error } : { id, result });
  }

  #write(message: object): void {
    this.#child.write(`${JSON.stringify(message)}\n`);
  }
}

const GONE: Answer = { ok: false, words: "it has ended", gone: true };
