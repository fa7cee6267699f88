/** Names of contents: of a text, and of a value by its one canonical text. Nothing is read or written here. */
import { createHash } from "node:crypto";
import { canonicalJson } from "../../basics/canonical-json.ts";

export function sha256(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
