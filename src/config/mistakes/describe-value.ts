/** Paths and values in the sentences of mistakes: short, and safe to print whatever the file holds. */
import { NAME_PATTERN } from "../fields/fields.ts";
import type { Path } from "../yaml/yaml-place.ts";
import { quote } from "./mistake.ts";

/** `tasks[build].budget.usd`; items without a usable name are counted from 1: `tasks[#3]`. */
export function describePath(root: unknown, path: Path): string {
  let words = "";
  let at = root;
  for (const segment of path) {
    at = typeof at === "object" && at !== null ? Reflect.get(at, segment) : undefined;
    if (typeof segment === "number") words += `[${itemName(at) ?? `#${segment + 1}`}]`;
    else words += `${words === "" ? "" : "."}${printable(String(segment))}`;
  }
  return words === "" ? "the file" : words;
}

export function describeValue(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "a mapping" : String(value);
}

function itemName(item: unknown): string | undefined {
  const id: unknown = typeof item === "object" && item !== null ? Reflect.get(item, "id") : undefined;
  return typeof id === "string" && NAME_PATTERN.test(id) ? id : undefined;
}

export function printable(key: string): string {
  return /^[\w.-]{1,64}$/.test(key) ? key : quote(key);
}
