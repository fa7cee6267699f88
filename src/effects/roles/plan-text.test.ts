/** The planner's answer as a plan file: what it says comes back when the file is read, whatever is in it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConfig } from "../../config/parse-config.ts";
import type { PlannerAnswer } from "../../domain/work/role-answers.ts";
import { parsePlan } from "../../plan/parse-plan.ts";
import { planText } from "./plan-text.ts";

const read = parseConfig("agents: { a: { adapter: command, command: [x], tiers: { low: m } } }", "reeve.yaml");
if (!read.ok) throw new Error("the test's own configuration is wrong");
const config = read.value;

const NOTHING: PlannerAnswer = {
  tasks: [],
  removed_tasks: [],
  contract: null,
  cross_cutting_concerns: [],
  validation: [],
};

function planOf(answer: Partial<PlannerAnswer>) {
  const checked = parsePlan(planText({ ...NOTHING, ...answer }, "spec.md"), "proposal.yaml", config);
  if (!checked.ok) throw new Error(checked.mistakes.map(({ what }) => what).join());
  return checked.value;
}

test("every key of a task and of the contract arrives in the plan", () => {
  const plan = planOf({
    title: "The shop",
    tasks: [
      { id: "schema", prompt: "Make it." },
      {
        id: "api",
        title: "The API",
        prompt: "Line one\n\n  - and two: #3",
        depends_on: ["schema"],
        files: ["src/api.ts"],
        role: "drone",
        agent: "a",
        tier: "low",
        gates: ["npm test"],
        commitments: ["test -f src/api.ts"],
        acceptance: [{ criterion: "It answers.", verify_by: "file_exists", target: "src/api.ts" }],
        priority: 3,
        tags: ["api"],
      },
    ],
    contract: {
      entities: [{ name: "users", type: "database", path: "db.sql", table: "users", created_by_task: "schema" }],
      core_queries: ["all users"],
    },
  });
  expect(plan).toMatchObject({ title: "The shop", contract: { coreQueries: ["all users"] } });
  expect(plan.tasks[1]).toEqual({
    id: "api",
    title: "The API",
    prompt: "Line one\n\n  - and two: #3",
    dependsOn: ["schema"],
    files: ["src/api.ts"],
    role: "drone",
    agent: "a",
    tier: "low",
    gates: [{ name: "npm test", run: "npm test", timeoutS: 600, mustPass: true }],
    commitments: [{ name: "test -f src/api.ts", run: "test -f src/api.ts", timeoutS: 30 }],
    acceptance: [{ criterion: "It answers.", verifyBy: "file_exists", target: "src/api.ts" }],
    budget: {},
    priority: 3,
    tags: ["api"],
  });
});

test("concerns are told to whom they concern, and stand with the findings in comments", () => {
  const answer: PlannerAnswer = {
    ...NOTHING,
    tasks: [
      { id: "a", prompt: "Do a." },
      { id: "b", prompt: "Do b." },
    ],
    cross_cutting_concerns: [
      { concern: "ISO dates", tasks: [] },
      { concern: "No logs", tasks: ["b"] },
    ],
    validation: [{ severity: "error", message: "Two\nlines: x", task: "a" }],
  };
  const plan = planOf(answer);
  expect(plan.tasks.map(({ prompt }) => prompt)).toEqual([
    "Do a.\n\nAlso observe this, as the other tasks do:\n- ISO dates",
    "Do b.\n\nAlso observe this, as the other tasks do:\n- ISO dates\n- No logs",
  ]);
  expect(planText(answer, "x")).toMatch(
    /^# What several[\s\S]*# - No logs \(b\)\n[\s\S]*# - error in a: Two lines: x\n/,
  );
});

test("a contract that promises nothing is left out", () => {
  expect(
    planOf({ tasks: [{ id: "a", prompt: "p" }], contract: { entities: [], core_queries: [] } }).contract,
  ).toBeUndefined();
});

test("whatever an agent writes into a prompt, a title or a finding is read back as text and nothing else", () => {
  const words = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }),
    fc.constantFrom(
      "tasks: []",
      "- id: evil",
      "# x\n---\nfoo: bar",
      "'\"`: {[",
      "...\n---",
      "\ttab\n  deep",
      "!!js/function x",
    ),
  );
  fc.assert(
    fc.property(words, words, words, (prompt, title, message) => {
      fc.pre([prompt, title].every((text) => /[^\s\p{C}]/u.test(text)));
      const plan = planOf({ title, tasks: [{ id: "only", prompt }], validation: [{ severity: "info", message }] });
      expect(plan.tasks.map(({ id }) => id)).toEqual(["only"]);
      expect(plan.tasks[0]?.prompt.replace(/\s+/g, " ").trim()).toBe(clean(prompt));
    }),
  );
});

function clean(text: string): string {
  return (planOf({ tasks: [{ id: "x", prompt: `${text}.` }] }).tasks[0]?.prompt ?? "")
    .replace(/\.$/, "")
    .replace(/\s+/g, " ")
    .trim();
}
