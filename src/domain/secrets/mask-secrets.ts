/**
 * Texts without the secrets in them. Whatever is journaled, shown, sent or written goes through here, whoever wrote it. Only
 * texts are touched; a value without a secret comes back as the same value. As many lines come out as went in.
 */
import { findSecrets } from "./find-secrets.ts";

export const MASK = "[redacted]";

export function maskText(text: string): string {
  const spans = findSecrets(text);
  if (spans.length === 0) return text;
  let [masked, done] = ["", 0];
  for (const { from, to } of spans) {
    masked += text.slice(done, from) + inLines(text.slice(from, to));
    done = to;
  }
  return masked + text.slice(done);
}

function inLines(secret: string): string {
  return secret.replaceAll(/[^\n]+/g, MASK);
}

/** Every text inside the value. A list of texts is read as lines of one: a key may go over several. */
export function maskSecrets<T>(value: T): T {
  return masked(value) as T;
}

function masked(value: unknown): unknown {
  if (typeof value === "string") return maskText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return maskedList(value);
  let changed = false;
  const entries = Object.entries(value).map(([key, item]) => {
    const entry = [maskText(key), masked(item)] as const;
    changed ||= entry[0] !== key || entry[1] !== item;
    return entry;
  });
  return changed ? Object.fromEntries(entries) : value;
}

function maskedList(list: readonly unknown[]): readonly unknown[] {
  const isLines = list.length > 1 && list.every((item) => typeof item === "string");
  const items = isLines ? maskLines(list) : list.map(masked);
  return items.some((item, at) => item !== list[at]) ? items : list;
}

/** Each line by itself again. */
export function maskLines(lines: readonly string[]): readonly string[] {
  const all = lines.join("\n");
  const text = maskText(all);
  if (text === all) return lines;
  const rows = text.split("\n");
  let at = 0;
  return lines.map((line) => {
    const count = line.split("\n").length;
    at += count;
    return rows.slice(at - count, at).join("\n");
  });
}
