/**
 * A line that an agent or its driver printed, as people read it: words as words, a call of a tool as one line, what came of
 * it indented. A line that is none of Reeve's events stays as it is. Pure; the text is an agent's and nothing else.
 */
import { asMapping } from "../../basics/loose.ts";

/** Null: it says nothing to a person. */
export function transcriptLine(line: string): string | null {
  const event = eventIn(line);
  if (event === null) return line;
  const text = textOf(event["text"] ?? event["message"]);
  switch (event["type"]) {
    case "session":
    case "usage":
    case "activity":
      return null;
    case "text":
      return text;
    case "tool_call":
      return `▸ ${textOf(event["name"])} ${shortInput(event["input"])}`.trimEnd();
    case "tool_result":
      return indented(`${event["ok"] === false ? "✗ " : ""}${text}`);
    case "failure":
      return `✗ ${text}`;
    case "end":
      return text === "" ? `(${textOf(event["how"])})` : text;
    case "note":
      return `(${text})`;
    default:
      return line;
  }
}

function eventIn(line: string): Readonly<Record<string, unknown>> | null {
  if (!line.startsWith("{")) return null;
  try {
    const value = asMapping(JSON.parse(line));
    return typeof value["type"] === "string" ? value : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const INPUT_LENGTH_MAX = 200;

/** Of a mapping what stands in it: the names of fields say little. */
function shortInput(input: unknown): string {
  const parsed = typeof input === "string" ? (eventless(input) ?? input) : input;
  const text =
    typeof parsed === "object" && parsed !== null ? Object.values(parsed).map(String).join(" ") : `${parsed ?? ""}`;
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > INPUT_LENGTH_MAX ? `${line.slice(0, INPUT_LENGTH_MAX)}…` : line;
}

function eventless(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
