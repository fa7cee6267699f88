/**
 * Compares what a person sees with a file in golden/, word for word, so that a review shows every change of it.
 * `REEVE_GOLDEN=update` writes the files anew instead.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { expect } from "vitest";

export function expectGolden(name: string, text: string): void {
  const file = new URL(`golden/${name}.txt`, import.meta.url);
  const seen = withoutChance(text);
  if (process.env["REEVE_GOLDEN"] === "update") writeFileSync(file, seen);
  expect(seen).toBe(readFileSync(file, "utf8"));
}

/** Times, process ids and the name of this machine differ each time. */
function withoutChance(text: string): string {
  return text
    .replaceAll(/\b\d\d:\d\d:\d\d\b/g, "12:00:00")
    .replaceAll(/\bordered by \S+ on /g, "ordered by somebody on ")
    .replaceAll(/\((?:no terminal|terminal [^,()]+), pid /g, "(no terminal, pid ")
    .replaceAll(/\bpid \d+/g, "pid 4711")
    .replaceAll(` on ${hostname()}`, " on this-host")
    .replaceAll(/\b(in|for) \d+ m?s\b/g, "$1 1 s");
}
