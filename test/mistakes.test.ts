/**
 * What a person reads when a file is wrong, word for word. A case in golden/*-mistakes.txt is the file's text followed
 * by every line that must be printed for it; cases are separated by an empty line.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Checked, formatMistake } from "../src/config/mistakes/mistake.ts";
import { parseConfig } from "../src/config/parse-config.ts";
import { parsePlan } from "../src/plan/parse-plan.ts";

const CONFIG = parseConfig(
  `agents:
  coder: { adapter: command, command: code-it, tiers: { low: m1, high: m2 } }
  writer: { adapter: command, command: write-it }
default_agent: coder`,
  "reeve.yaml",
);
if (!CONFIG.ok) throw new Error("the config of these tests must be right");
const config = CONFIG.value;

describe("reeve.yaml", () => {
  test.each(cases("reeve"))("%s", (text, printed) => expect(lines(parseConfig(text, "reeve.yaml"))).toEqual(printed));
});

describe("plan.yaml", () => {
  test.each(cases("plan"))("%s", (text, printed) =>
    expect(lines(parsePlan(text, "plan.yaml", config))).toEqual(printed),
  );
});

function cases(name: string): [text: string, printed: string[]][] {
  const golden = readFileSync(new URL(`golden/${name}-mistakes.txt`, import.meta.url), "utf8");
  return golden.split("\n\n").map((block) => {
    const all = block.trimEnd().split("\n");
    const isPrinted = (line: string): boolean => line.startsWith(`${name}.yaml:`);
    return [all.filter((line) => !isPrinted(line)).join("\n"), all.filter(isPrinted)];
  });
}

function lines(checked: Checked<unknown>): string[] {
  return [...(checked.ok ? [] : checked.mistakes), ...checked.warnings].map(formatMistake);
}
