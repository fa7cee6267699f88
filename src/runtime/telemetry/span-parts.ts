/** What a span takes from an event: its reason, its task, the name of a vendor, an id. Pure. */
import { createHash } from "node:crypto";
import type { Because } from "../../domain/because.ts";
import type { Event } from "../../engine/event.ts";

/** Vendors by the names the conventions have for them. */
const PROVIDERS: Readonly<Record<string, string>> = {
  claude: "anthropic",
  codex: "openai",
  "codex-exec": "openai",
  gemini: "gcp.gemini",
};

export function providerOf(adapter: string): string {
  return PROVIDERS[adapter] ?? (adapter === "" ? "unknown" : adapter);
}

export function becauseOf(event: Event): Because | null {
  const own =
    "because" in event ? event.because : "question" in event ? Reflect.get(Object(event.question), "because") : null;
  return typeof own === "object" && own !== null && "rule" in own ? (own as Because) : null;
}

/** The task an event is about, or the advisor's question. */
export function workOf(event: Event): string | null {
  return textAt(event, "task") ?? textAt(event, "advisor");
}

export function textAt(event: Event, key: string): string | null {
  const value: unknown = Reflect.get(event, key);
  return typeof value === "string" ? value : null;
}

export function digest(text: string, digits: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}
