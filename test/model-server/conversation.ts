/**
 * One request to a model in one shape, whatever API it came by. It holds what a scenario needs to choose an answer and
 * nothing of the vendor's words.
 */

export const APIS = ["anthropic", "responses", "chat", "gemini"] as const;
export type Api = (typeof APIS)[number];

export interface Message {
  readonly role: "user" | "assistant" | "system" | "tool";
  readonly text: string;
  /** Names of the tools called in it. */
  readonly toolCalls: readonly string[];
  /** What tools gave back in it. */
  readonly toolResults: readonly string[];
}

export interface Tool {
  /** As the agent wants it called; a tool of a namespace is `namespace::tool`. */
  readonly name: string;
  /** Its arguments are free text, not JSON. */
  readonly freeform: boolean;
}

export interface Conversation {
  readonly api: Api;
  readonly model: string;
  readonly stream: boolean;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  /** The JSON Schema the answer has to follow, if one was given. */
  readonly schema: unknown;
}
