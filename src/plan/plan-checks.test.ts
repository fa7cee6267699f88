/** Names, order and agents: what a plan must get right beyond its shape. The wording of the rest is in test/golden. */
import { describe, expect, test } from "vitest";
import { formatMistake } from "../config/mistakes/mistake.ts";
import { defaultConfig, parseConfig } from "../config/parse-config.ts";
import type { Config } from "../domain/spec/config.ts";
import { checkPlanAlone, parsePlan } from "./parse-plan.ts";

const CONFIG = configOf(`agents:
  coder: { adapter: command, command: code-it, tiers: { low: m1, high: m2 } }
  writer: { adapter: command, command: write-it }
default_agent: coder`);

function configOf(text: string): Config {
  const checked = parseConfig(text, "reeve.yaml");
  if (!checked.ok) throw new Error(checked.mistakes.map(formatMistake).join("\n"));
  return checked.value;
}

function told(text: string, config = CONFIG): string[] {
  const checked = parsePlan(text, "plan.yaml", config);
  return checked.ok ? [] : checked.mistakes.map(formatMistake);
}

function warned(text: string): string[] {
  return parsePlan(text, "plan.yaml", CONFIG).warnings.map(formatMistake);
}

describe("an id that could do harm is refused:", () => {
  test.each(["a/b", "../x", "a..b", ".hidden", "-rf", "a b", "$(id)", "a;b", "a\u0007b", "x".repeat(65), ""])(
    "%j",
    (id) => {
      const [first] = told(`tasks: [{ id: ${JSON.stringify(id)}, prompt: p }]`);
      expect(first).toMatch(/^plan\.yaml:1:15 tasks\[#1\]\.id is .* — a task id: 1 to 64 letters/);
    },
  );

  test.each(["constructor", "toString", "valueOf"])("%s", (id) => {
    expect(told(`tasks: [{ id: ${id}, prompt: p }]`)).toEqual([
      `plan.yaml:1:15 tasks[${id}].id "${id}" is a reserved word — choose another name`,
    ]);
  });

  test.each(["a.lock", "a."])("%s", (id) => {
    expect(told(`tasks: [{ id: ${id}, prompt: p }]`)).toEqual([
      `plan.yaml:1:15 tasks[${id}].id "${id}" ends in "." or ".lock", which git refuses in branch names — choose another ending`,
    ]);
  });

  test.each(["007", "1.0", "1e3", "true", "0x1F"])("%s, which is not what it seems", (id) => {
    expect(told(`tasks: [{ id: ${id}, prompt: p }]`)).toEqual([
      `plan.yaml:1:15 tasks[#1].id is ${id}, not text — put it in quotes: "${id}"`,
    ]);
  });
});

describe("cycles", () => {
  const tasks = (...lines: string[]): string => `tasks:\n${lines.map((line) => `- { prompt: p, ${line} }\n`).join("")}`;

  test("are told by their path, where they close", () => {
    expect(told(tasks("id: a, depends_on: [b]", "id: b, depends_on: [c]", "id: c, depends_on: [a]"))).toEqual([
      "plan.yaml:4:36 dependency cycle: a → b → c → a — remove one of these dependencies",
    ]);
  });

  test("are told once each", () => {
    const text = tasks(
      "id: a, depends_on: [b]",
      "id: b, depends_on: [a, c]",
      "id: c, depends_on: [b]",
      "id: d, depends_on: [a]",
    );
    expect(told(text)).toEqual([
      "plan.yaml:3:36 dependency cycle: a → b → a — remove one of these dependencies",
      "plan.yaml:4:36 dependency cycle: b → c → b — remove one of these dependencies",
    ]);
  });

  test("of great length show their ends", () => {
    const ring = Array.from({ length: 1000 }, (_, n) => `id: t${n}, depends_on: [t${(n + 1) % 1000}]`);
    expect(told(tasks(...ring))).toEqual([
      "plan.yaml:1001:39 dependency cycle: t0 → t1 → t2 → t3 → t4 → t5 → (988 more) → t994 → t995 → t996 → t997 → t998 → t999 → t0 — remove one of these dependencies",
    ]);
  });

  test("do not hide behind other mistakes", () => {
    expect(told(tasks("id: a, depends_on: [b], colour: red", "id: b, depends_on: [a], priority: top"))).toHaveLength(3);
  });
});

describe("warnings", () => {
  test("two tasks that claim one file and do not wait for each other", () => {
    expect(
      warned("tasks:\n- { id: a, prompt: p, files: [x.ts] }\n- { id: b, prompt: p, files: [y.ts, ./x.ts] }"),
    ).toEqual([
      'plan.yaml:3:37 "x.ts" is claimed by "b" and by "a" on line 2, and neither waits for the other — let one depend on the other; as it is, they run one at a time in any order',
    ]);
  });

  test("none where one waits for the other through a third", () => {
    const text =
      "tasks:\n- { id: a, prompt: p, files: [x], depends_on: [m] }\n- { id: m, prompt: p, depends_on: [b] }\n- { id: b, prompt: p, files: [x] }";
    expect(warned(text)).toEqual([]);
  });

  test("ids that differ only in case, without stopping the run", () => {
    const text = "tasks: [{ id: Build, prompt: p }, { id: build, prompt: p }]";
    expect(told(text)).toEqual([]);
    expect(warned(text)).toEqual([
      'plan.yaml:1:41 task id "build" differs from "Build" on line 1 only in case — choose ids that differ in more',
    ]);
  });
});

describe("a task without an agent", () => {
  test("is told once for all, with the agents there are", () => {
    const config = configOf("agents: { x: { adapter: command, command: c }, y: { adapter: command, command: c } }");
    expect(told("tasks: [{ id: a, prompt: p }, { id: b, prompt: p, agent: x }, { id: c, prompt: p }]", config)).toEqual(
      ['plan.yaml:1:9 task "a" and 1 more have no agent — set defaults: { agent: … } to one of: x, y'],
    );
  });

  test("where none is configured, says where to", () => {
    expect(told("tasks: [{ id: a, prompt: p }]", defaultConfig())).toEqual([
      'plan.yaml:1:9 task "a" has no agent — configure one under agents: in reeve.yaml, and it is used',
    ]);
  });

  test("is no mistake of a plan that is checked alone", () => {
    expect(checkPlanAlone("tasks: [{ id: a, prompt: p, agent: whoever }]", "p")).toEqual({
      ok: true,
      value: undefined,
      warnings: [],
    });
    expect(checkPlanAlone("tasks: [{ id: a, prompt: p, depends_on: [b] }]", "p").ok).toBe(false);
  });
});
