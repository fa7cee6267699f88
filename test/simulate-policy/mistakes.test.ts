/** What a person reads when faults.yaml or a policy is wrong, word for word; cases as in golden/plan-mistakes.txt. */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Checked, formatMistake } from "../../src/config/mistakes/mistake.ts";
import { parseFaults } from "../../src/config/simulation/parse-faults.ts";
import { parsePolicies } from "../../src/config/simulation/parse-policies.ts";

const TASKS = ["api", "page"];

describe("faults.yaml", () => checkCases("faults", (text) => parseFaults(text, "faults.yaml", TASKS)));

describe("policy.yaml", () => checkCases("policy", (text) => parsePolicies(text, "policy.yaml")));

function checkCases(name: string, parse: (text: string) => Checked<unknown>): void {
  const file = new URL(`../golden/${name}-mistakes.txt`, import.meta.url);
  const isPrinted = (line: string): boolean => line.startsWith(`${name}.yaml:`);
  const cases = readFileSync(file, "utf8")
    .split("\n\n")
    .map((block) => {
      const all = block.trimEnd().split("\n");
      return { text: all.filter((line) => !isPrinted(line)).join("\n"), printed: all.filter(isPrinted) };
    });
  if (process.env["REEVE_GOLDEN"] === "update") {
    const blocks = cases.map(({ text }) => [text, ...lines(parse(text))].join("\n"));
    writeFileSync(file, `${blocks.join("\n\n")}\n`);
  }
  test.each(cases)("$text", ({ text, printed }) => expect(lines(parse(text))).toEqual(printed));
}

function lines(checked: Checked<unknown>): string[] {
  return [...(checked.ok ? [] : checked.mistakes), ...checked.warnings].map(formatMistake);
}
