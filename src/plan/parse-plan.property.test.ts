import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { thoroughly } from "../../test/thoroughly.ts";
import type { Mistake } from "../config/mistakes/mistake.ts";
import { parseConfig } from "../config/parse-config.ts";
import { decodeUtf8 } from "../config/yaml/decode-utf8.ts";
import type { Config } from "../domain/spec/config.ts";
import { parsePlan } from "./parse-plan.ts";

const CONFIG = configOf("agents: { coder: { adapter: command, command: x, tiers: { low: m } } }");

function configOf(text: string): Config {
  const checked = parseConfig(text, "reeve.yaml");
  if (!checked.ok) throw new Error(JSON.stringify(checked.mistakes));
  return checked.value;
}

/** One mistake: what is added to a task's line, and what must be said about that line. */
const INJECTED = [
  { fields: "colour: red", what: /^unknown key "colour"/ },
  { fields: "depends_on: [nobody]", what: /^unknown task "nobody"/ },
  { fields: "depends_on: SELF", what: /depends on itself/ },
  { fields: "depends_on: {}", what: /depends_on is a mapping/ },
  { fields: "agent: stranger", what: /^unknown agent "stranger"/ },
  { fields: "tier: highest", what: /has no tier "highest"/ },
  { fields: "gang: nowhere", what: /^unknown gang "nowhere"/ },
  { fields: "priority: soon", what: /priority is "soon"/ },
  { fields: "files: [/abs]", what: /is absolute/ },
  { fields: "files: [../out]", what: /leaves the workspace/ },
  { fields: "budget: { usd: -1 }", what: /budget\.usd is -1/ },
  { fields: "gates: [{ name: x }]", what: /gates\[#1\]\.run is missing/ },
  { fields: "acceptance: [{ criterion: c, verify_by: magic }]", what: /verify_by is "magic"/ },
  { fields: "prompt: twice", what: /^duplicate key "prompt"/ },
  { fields: "role: 7", what: /role is 7/ },
  { fields: "tags: x", what: /tags is "x"/ },
] as const;

/** Tasks t0…tn, one per line from line 2 on, each depending on some before it, some with an injected mistake. */
const plans = fc.array(
  fc.record({
    back: fc.array(fc.nat(20), { maxLength: 3 }),
    injected: fc.option(fc.constantFrom(...INJECTED), { freq: 2 }),
  }),
  { minLength: 1, maxLength: 30 },
);

describe("a random plan", () => {
  test("is told all of its injected mistakes, at their lines, and no other", () => {
    fc.assert(
      fc.property(plans, fc.boolean(), (tasks, repeatLast) => {
        const lines = tasks.map(({ back, injected }, n) => {
          const others = [...new Set(back.map((b) => n - 1 - b).filter((other) => other >= 0))].map(
            (other) => `t${other}`,
          );
          const fields = injected?.fields.replace("SELF", `[t${n}]`) ?? `depends_on: [${others.join(", ")}]`;
          return `- { id: t${n}, prompt: p, ${fields} }`;
        });
        if (repeatLast) lines.push("- { id: t0, prompt: p }");
        const checked = parsePlan(`tasks:\n${lines.join("\n")}\n`, "plan.yaml", CONFIG);
        const expected = tasks.flatMap(({ injected }, n) => (injected ? [{ line: n + 2, what: injected.what }] : []));
        if (repeatLast) expected.push({ line: lines.length + 1, what: /^duplicate task id "t0"/ });
        const mistakes = checked.ok ? [] : checked.mistakes;
        expect(mistakes.map(({ line }) => line)).toEqual(expected.map(({ line }) => line));
        for (const [at, { what }] of expected.entries()) expect(mistakes[at]?.what).toMatch(what);
        expect(checked.ok).toBe(expected.length === 0);
      }),
      { numRuns: thoroughly(300, 60) },
    );
  });
});

/** Pieces YAML gives a meaning to, in any order: nearer to the parser's corners than random letters. */
const yamlish = fc
  .array(
    fc.constantFrom(
      ..."{ } [ ] : , - ? | > ' \" # & * ! % @ ` ~ \n \t".split(" "),
      "\n",
      "\n  ",
      "\n    - ",
      "- ",
      ": ",
      "tasks:",
      "id: a",
      "prompt: p",
      "depends_on:",
      "agents:",
      "&a ",
      "*a",
      "!t ",
      "<<: ",
      "---\n",
      "...\n",
      "%YAML 1.1\n",
      "__proto__: ",
      "|\n",
      "\r\n",
      "1e999",
      "é😀",
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(""));

describe("no input makes it throw:", () => {
  const isTold = (text: string): void => {
    for (const checked of [parsePlan(text, "f", CONFIG), parseConfig(text, "f")]) {
      if (checked.ok) continue;
      expect(checked.mistakes.length).toBeGreaterThan(0);
      for (const mistake of checked.mistakes) isPlaced(mistake, text);
    }
  };
  const isPlaced = ({ line, col, what, hint }: Mistake, text: string): void => {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(text.split("\n").length);
    expect(col).toBeGreaterThanOrEqual(1);
    expect(what).toMatch(/\S/);
    expect(hint).toMatch(/\S/);
  };

  test("any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 60 }), isTold), { numRuns: thoroughly(1000, 200) });
  });

  test("any mixture of what YAML knows", () => {
    fc.assert(fc.property(yamlish, isTold), { numRuns: thoroughly(3000, 400) });
  });

  test("any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const decoded = decodeUtf8(bytes, "f");
        if (decoded.ok) isTold(decoded.text);
        else isPlaced(decoded.mistake, new TextDecoder("latin1").decode(bytes));
      }),
      { numRuns: thoroughly(1000, 200) },
    );
  });

  test("any JSON in the place of a plan, of its tasks and of one task", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (json) => {
        isTold(JSON.stringify(json));
        isTold(JSON.stringify({ tasks: json, agents: json, policies: json, gangs: json, defaults: json }));
        isTold(
          JSON.stringify({ tasks: [json, { id: json, prompt: json, depends_on: json, files: [json], budget: json }] }),
        );
      }),
      { numRuns: thoroughly(500, 100) },
    );
  });
});
