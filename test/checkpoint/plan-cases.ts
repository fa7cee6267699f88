/** What the checks of CHECKPOINT-003, of process and of health are there for. */
import { GOOD, message, spoiled, withMessages } from "./good-session.ts";
import { type Case, without } from "./spec-cases.ts";

export const PLAN_CASES: readonly Case[] = [
  {
    check: "must-haves-covered",
    what: "a must-have without a task",
    files: spoiled("plan.json", '"FR-002"', '"FR-001"'),
    says: "FR-002 is cited by no task of the plan",
    at: "requirements.md:6",
  },
  {
    check: "must-haves-covered",
    what: "a cited id that does not exist",
    files: spoiled("plan.json", '"FR-002"', '"FR-002", "FR-900"'),
    status: "warn",
    says: "FR-900, which does not exist",
    at: "plan.json:8",
  },
  {
    check: "complexity-sane",
    what: "a Low plan with five modules",
    files: {
      ...GOOD,
      "plan.json": plan({ complexity: "Low", recommended_execution: "Agent", modules: ["a", "b", "c", "d", "e"] }),
    },
    says: "Low, but touches 5 modules",
    at: "plan.json:2",
  },
  {
    check: "complexity-sane",
    what: "a High plan with one module",
    files: { ...GOOD, "plan.json": plan({ complexity: "High", recommended_execution: "CLI", modules: ["a"] }) },
    says: "High, but touches one module",
    at: "plan.json:2",
  },
  {
    check: "dependencies-valid",
    what: "tasks that wait for each other",
    files: spoiled("plan.json", '"depends_on": []', '"depends_on": ["TASK-003"]'),
    says: "TASK-001 → TASK-003 → TASK-001",
    at: "plan.json:7",
  },
  {
    check: "dependencies-valid",
    what: "a task that waits for nobody",
    files: spoiled("plan.json", '"depends_on": []', '"depends_on": ["TASK-009"]'),
    says: "TASK-009, which does not exist",
    at: "plan.json:7",
  },
  {
    check: "execution-fits",
    what: "an agent for a Medium plan",
    files: spoiled("plan.json", '"recommended_execution": "CLI"', '"recommended_execution": "Agent"'),
    says: "a CLI fits that",
    at: "plan.json:4",
  },
  {
    check: "cites-architecture",
    what: "a plan without the architecture",
    files: { ...GOOD, "plan.json": plan({ complexity: "Medium", recommended_execution: "CLI" }) },
    says: "names no decision, component or file",
    at: "plan.json:1",
  },
  {
    check: "upstream-consumed",
    what: "a report that names nothing as read",
    files: spoiled("messages.jsonl", '"upstream_refs_consumed":["requirements.md"]', '"upstream_refs_consumed":[]'),
    says: "DRAFT-003 wrote architecture.md",
    at: "messages.jsonl:4",
  },
  {
    check: "artifacts-exist",
    what: "a reported artifact that is not there",
    files: withMessages(message(6, "tester", "state_update", { ref: "qa/report.md" })),
    status: "warn",
    says: "qa/report.md, which does not exist",
    at: "messages.jsonl:7",
  },
  {
    check: "wisdom-contributed",
    what: "no wisdom",
    files: without("wisdom/decisions.md"),
    status: "warn",
    says: "No wisdom was contributed",
    at: "wisdom/learnings.md:1",
  },
  {
    check: "errors-per-role",
    what: "three errors of one role",
    files: withMessages(...[6, 7, 8].map((minute) => message(minute, "writer", "error"))),
    says: "writer has 3 errors",
    at: "messages.jsonl:7",
  },
  {
    check: "tasks-active",
    what: "a task nobody works at",
    files: withMessages(message(6, "executor", "task_started", { task: "IMPL-001" })),
    says: "IMPL-001 is in progress, but nothing was heard of it for 54 minutes",
    at: "messages.jsonl:7",
  },
  {
    check: "tasks-active",
    what: "a word of somebody who had ended",
    files: withMessages(message(6, "executor", "worker_exited"), message(7, "executor", "progress")),
    status: "warn",
    says: "executor had ended",
    at: "messages.jsonl:8",
  },
  {
    check: "no-duplicate-spawns",
    what: "a task that was started twice",
    files: withMessages(
      message(6, "writer", "fast_advance", { task: "IMPL-001" }),
      message(7, "coordinator", "spawn", { task: "IMPL-001" }),
    ),
    says: "IMPL-001 was started by writer and again by coordinator",
    at: "messages.jsonl:8",
  },
];

function plan(fields: object): string {
  const tasks = [
    { id: "TASK-001", title: "All", requirements: ["FR-001", "FR-002", "FR-003", "NFR-P1"], files: ["x/a.ts"] },
  ];
  return `${JSON.stringify({ ...fields, tasks }, null, 2)}\n`;
}
