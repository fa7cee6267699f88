/** What the server does with one request, in no vendor's words. */

export interface Usage {
  /** All tokens of the prompt, those read from the cache included. */
  readonly input: number;
  readonly output: number;
  readonly cached: number;
}

export interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** How the answer reaches the client. All but `whole` are faults: the client gets less than half of the stream first. */
export type Delivery = "whole" | "malformed" | "cut" | "stalled";

export interface Answer {
  readonly type: "answer";
  readonly text: string;
  readonly tool: ToolCall | null;
  readonly stop: "end" | "length" | "refusal";
  readonly usage: Usage;
  readonly delivery: Delivery;
  readonly delayMs: number;
}

export interface Refusal {
  readonly type: "refusal";
  readonly status: number;
  /** As the header has it: seconds, or a date. */
  readonly retryAfter: string | null;
  /** Instead of the words the vendor uses for this status. */
  readonly message: string | null;
  readonly overflow: boolean;
}

export type Reply =
  | Answer
  | Refusal
  /** 200 and an error inside the stream. */
  | { readonly type: "failed_stream"; readonly code: string; readonly message: string }
  /** 200 and a page for people, as a proxy gives that wants a login. */
  | { readonly type: "page" }
  /** The connection is closed without an answer. */
  | { readonly type: "reset" }
  /** No answer, not even headers, until the client goes. */
  | { readonly type: "silence" };

const USAGE: Usage = { input: 1200, output: 34, cached: 100 };

export function answer(text: string, tool: ToolCall | null = null, more: Partial<Answer> = {}): Answer {
  return { type: "answer", text, tool, stop: "end", usage: USAGE, delivery: "whole", delayMs: 0, ...more };
}

export function refusal(status: number, more: Partial<Refusal> = {}): Refusal {
  return { type: "refusal", status, retryAfter: null, message: null, overflow: false, ...more };
}
