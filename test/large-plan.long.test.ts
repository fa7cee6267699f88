import { expect, test } from "vitest";
import { parseConfig } from "../src/config/parse-config.ts";
import { parsePlan } from "../src/plan/parse-plan.ts";
import { workRatio } from "./work-ratio.ts";

const CONFIG = parseConfig("agents: { coder: { adapter: command, command: x } }", "reeve.yaml");

/** Every fifth file is shared; the chain of dependencies skips back and forth. */
function largePlan(size: number, extra = ""): string {
  const lines = Array.from({ length: size }, (_, n) => {
    const others = n < 50 ? [] : [n - 1 - ((n * 7919) % 40), n - 1 - ((n * 104_729) % 37)];
    const depends = others.map((other) => `t${other}`).join(", ");
    return `- { id: t${n}, prompt: Do ${n}, depends_on: [${depends}], files: [src/${n}.ts, src/shared${n % 500}.ts]${extra} }\n`;
  });
  return `tasks:\n${lines.join("")}`;
}

function parsing(size: number): () => void {
  const text = largePlan(size);
  return () => {
    if (!CONFIG.ok) throw new Error("config");
    const checked = parsePlan(text, "plan.yaml", CONFIG.value);
    expect(checked.ok && checked.value.tasks.length).toBe(size);
  };
}

test("ten thousand tasks cost about five times what two thousand do", () => {
  expect(workRatio(parsing(10_000), parsing(2000))).toBeLessThan(10);
});

test("ten thousand tasks with three mistakes each are told all of them", () => {
  if (!CONFIG.ok) throw new Error("config");
  const text = largePlan(10_000, ", colour: red, agent: codr, gang: none");
  const checked = parsePlan(text, "plan.yaml", CONFIG.value);
  expect(checked.ok ? 0 : checked.mistakes.length).toBe(30_000);
});
