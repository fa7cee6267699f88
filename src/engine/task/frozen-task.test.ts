import { expect, test } from "vitest";
import type { TaskSpec } from "../../domain/spec/plan.ts";
import type { Task } from "../../domain/work/task.ts";
import { freezeTask, newTask, thawTask } from "./frozen-task.ts";

const PLAIN: TaskSpec = {
  id: "a",
  title: "Do it",
  prompt: "Do it.",
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
};

const SPECIAL: TaskSpec = {
  ...PLAIN,
  role: "drone",
  dependsOn: ["b"],
  files: ["x.ts"],
  gang: "crew",
  tier: "high",
  budget: { usd: 1 },
  priority: -1,
  tags: ["t"],
};

function throughText(task: Task): Task {
  return thawTask(JSON.parse(JSON.stringify(freezeTask(task))));
}

test("a plain task comes back as it was, and little is written for it", () => {
  const task = newTask(PLAIN, 3, 0);
  expect(throughText(task)).toStrictEqual(task);
  expect(Object.keys(freezeTask(task)).sort()).toEqual(["index", "spec"]);
});

test("a task that has lived comes back as it was", () => {
  const task: Task = {
    ...newTask(SPECIAL, 0, 5),
    status: "waiting_for_wakeup",
    unmet: 0,
    attempts: 2,
    path: "root/a",
    met: true,
    restart: { because: { rule: "plan_order", facts: {}, evidence: [] }, reached: null },
    notes: ["said"],
    wakeAt: 0,
    usage: { tokens: 5 },
    decisions: ["this way"],
    because: { rule: "plan_order", facts: {}, evidence: [] },
  };
  expect(throughText(task)).toStrictEqual(task);
});

test("the same task gives the same text, whether it grew from events or was read back", () => {
  const task = newTask(SPECIAL, 0, 5);
  expect(JSON.stringify(freezeTask(throughText(task)))).toBe(JSON.stringify(freezeTask(task)));
});

test("a task that went back to what a new one has is not mistaken for it", () => {
  const task: Task = { ...newTask(SPECIAL, 0, 0), status: "ready", unmet: 0, wakeAt: null };
  expect(throughText(task)).toStrictEqual(task);
});
