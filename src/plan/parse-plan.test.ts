import { describe, expect, test } from "vitest";
import { formatMistake } from "../config/mistakes/mistake.ts";
import { parseConfig } from "../config/parse-config.ts";
import type { Config } from "../domain/spec/config.ts";
import type { Plan } from "../domain/spec/plan.ts";
import { parsePlan } from "./parse-plan.ts";

const CONFIG = configOf(`agents:
  coder: { adapter: command, command: code-it, tiers: { low: m1, high: m2 } }
  writer: { adapter: command, command: write-it }
default_agent: coder`);

function configOf(text: string): Config {
  const checked = parseConfig(text, "reeve.yaml");
  if (!checked.ok) throw new Error(checked.mistakes.map(formatMistake).join("\n"));
  return checked.value;
}

function plan(text: string, config = CONFIG): Plan {
  const checked = parsePlan(text, "plans/night.yaml", config);
  if (!checked.ok) throw new Error(checked.mistakes.map(formatMistake).join("\n"));
  return checked.value;
}

describe("a good plan", () => {
  test("gets every default filled in", () => {
    expect(plan("tasks: [{ id: a, prompt: Do it }]")).toEqual({
      title: "night",
      gangs: {},
      tasks: [
        {
          id: "a",
          title: "Do it",
          prompt: "Do it",
          role: "worker",
          dependsOn: [],
          files: [],
          agent: "coder",
          gates: [],
          commitments: [],
          acceptance: [],
          budget: {},
          priority: 0,
          tags: [],
        },
      ],
      checkpoints: [],
    });
  });

  test("says all it can say", () => {
    const full = plan(`title: Night work
base: main
defaults:
  tier: low
  role: drone
  priority: 3
  budget: { usd: 2, minutes: 30 }
  gates: [npm test]
  tags: [night]
gangs:
  backend: { strategy: rest_for_one, intensity: 2, within_s: 60, backoff: none }
tasks:
  - id: schema
    prompt: |
      Write the schema.

      Then test it.
    gang: backend
    files: [./db//schema.sql, db/schema.sql]
  - id: api
    title: The  API
    prompt: Write the API.
    role: lead
    depends_on: [schema, schema]
    agent: coder
    tier: high
    gates: [{ name: lint, run: npm run lint, timeout_s: 9 }]
    commitments: [test -f api.ts]
    acceptance: [{ criterion: it answers, verify_by: test, target: api.test.ts }]
    budget: { usd: 9, tokens: 1000 }
    priority: -1
    tags: []
contract:
  entities: [{ name: users, type: database, path: db/schema.sql, table: users, key_fields: [id], created_by_task: schema }]
  core_queries: [who is logged in]
checkpoints: [{ id: half, after: [schema], checks: [npm test] }]
`);
    expect(full).toMatchObject({ title: "Night work", base: "main" });
    expect(full.gangs).toEqual({
      backend: { strategy: "rest_for_one", intensity: 2, withinS: 60, backoff: { kind: "none" } },
    });
    expect(full.tasks).toEqual([
      {
        id: "schema",
        title: "Write the schema.",
        prompt: "Write the schema.\n\nThen test it.\n",
        role: "drone",
        dependsOn: [],
        files: ["db/schema.sql"],
        agent: "coder",
        tier: "low",
        gang: "backend",
        gates: [{ name: "npm test", run: "npm test", timeoutS: 600 }],
        commitments: [],
        acceptance: [],
        budget: { usd: 2, minutes: 30 },
        priority: 3,
        tags: ["night"],
      },
      {
        id: "api",
        title: "The API",
        prompt: "Write the API.",
        role: "lead",
        dependsOn: ["schema"],
        files: [],
        agent: "coder",
        tier: "high",
        gates: [{ name: "lint", run: "npm run lint", timeoutS: 9, mustPass: true }],
        commitments: [{ name: "test -f api.ts", run: "test -f api.ts", timeoutS: 30 }],
        acceptance: [{ criterion: "it answers", verifyBy: "test", target: "api.test.ts" }],
        budget: { usd: 9, tokens: 1000, minutes: 30 },
        priority: -1,
        tags: [],
      },
    ]);
    expect(full.contract).toEqual({
      entities: [
        {
          name: "users",
          type: "database",
          path: "db/schema.sql",
          table: "users",
          keyFields: ["id"],
          createdByTask: "schema",
        },
      ],
      coreQueries: ["who is logged in"],
    });
    expect(full.checkpoints).toEqual([{ id: "half", after: ["schema"], checks: ["npm test"] }]);
  });

  test("may write ids as bare whole numbers", () => {
    const { tasks } = plan("tasks: [{ id: 1, prompt: p }, { id: 20, prompt: p, depends_on: [1], tags: [2] }]");
    expect(tasks.map(({ id, dependsOn, tags }) => [id, dependsOn, tags])).toEqual([
      ["1", [], []],
      ["20", ["1"], ["2"]],
    ]);
  });

  test("without a default the only agent works it", () => {
    const config = configOf("agents: { solo: { adapter: command, command: x } }");
    expect(plan("tasks: [{ id: a, prompt: p }]", config).tasks[0]?.agent).toBe("solo");
  });

  test("shortens a title that is a whole paragraph", () => {
    expect(plan(`tasks: [{ id: a, prompt: ${"word ".repeat(100)} }]`).tasks[0]?.title).toMatch(/^(word ){15}word…$/);
  });
});
