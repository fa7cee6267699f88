/** Looks into JSON of which nothing is known. What is not there, or is something else, is simply absent. */

export type Json = Readonly<Record<string, unknown>>;

export function object(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function objects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(object) : [];
}

export function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The text of content that is either a text or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = objects(content).map((part) => string(part["text"]) || string(part["content"]));
  return parts.filter((part) => part !== "").join("\n");
}
