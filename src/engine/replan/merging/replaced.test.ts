/** New tasks in the place of old ones, more dependencies for those that wait, and what is promised: the rules one by one. */
import { describe, expect, test } from "vitest";
import { answer, spec } from "../../../../test/roles/task-specs.ts";
import type { PlannerAnswer, PlannerTask } from "../../../domain/work/role-answers.ts";
import { type CurrentPlan, type MergedPlan, mergePlan } from "./merge-plan.ts";

/** `done` is done, `idle` has begun and waits, `busy` is at work, `over` was skipped; `open` and `last` have not begun. */
const CURRENT: CurrentPlan = {
  tasks: [
    spec("done"),
    spec("idle", { agent: "b", gates: [{ name: "own", run: "npm run own", timeoutS: 5 }], budget: { usd: 2 } }),
    spec("busy"),
    spec("over"),
    spec("open", { dependsOn: ["idle"] }),
    spec("last", { dependsOn: ["open"] }),
  ],
  doneIds: new Set(["done"]),
  startedIds: new Set(["done", "idle", "busy", "over"]),
  endedIds: new Set(["over"]),
  idleIds: new Set(["idle", "open", "last"]),
  agents: { a: ["low"], b: [] },
  contract: {
    entities: [{ name: "users", type: "database", path: "db.sql", keyFields: [], createdByTask: "open" }],
    coreQueries: ["all users"],
  },
};

function merge(tasks: readonly PlannerTask[], more: Partial<PlannerAnswer> = {}): MergedPlan {
  return mergePlan(CURRENT, answer(tasks, more));
}

function merged(...given: Parameters<typeof merge>): Extract<MergedPlan, { ok: true }> {
  const result = merge(...given);
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return result;
}

function problems(...given: Parameters<typeof merge>): readonly string[] {
  const result = merge(...given);
  return result.ok ? [] : result.problems;
}

describe("a task that stands for another", () => {
  test("of one that has begun: that one ends, and who waited for it waits for the new one", () => {
    const change = merged([{ id: "new", prompt: "So.", replaces: "idle" }]);
    expect(change).toMatchObject({ retired: ["idle"], removed: [], lineage: [{ task: "new", from: "idle" }] });
    expect(change.changed).toMatchObject([{ id: "open", dependsOn: ["new"] }]);
  });

  test("of one that has not begun: that one leaves", () => {
    const change = merged([{ id: "new", prompt: "So.", replaces: "open" }]);
    expect(change).toMatchObject({ retired: [], removed: ["open"] });
    expect(change.changed).toMatchObject([{ id: "last", dependsOn: ["new"] }]);
    expect(change.contract?.entities).toMatchObject([{ name: "users", createdByTask: "new" }]);
  });

  test("keeps its gates, its budget and its agent", () => {
    const [added] = merged([{ id: "new", prompt: "So.", replaces: "idle" }]).added;
    expect(added).toMatchObject({ agent: "b", budget: { usd: 2 }, gates: [{ run: "npm run own" }] });
  });

  test("may be several: who waited waits for all of them", () => {
    const change = merged([
      { id: "one", prompt: "First.", replaces: "idle" },
      { id: "two", prompt: "Then.", replaces: "idle", depends_on: ["one"] },
    ]);
    expect(change.changed).toMatchObject([{ id: "open", dependsOn: ["one", "two"] }]);
  });

  test.each([
    ["done", "task done is done and cannot be replaced"],
    ["busy", "task busy is running and cannot be replaced now"],
    ["over", 'task over has ended and cannot be replaced; leave out "replaces"'],
    ["nobody", "task new replaces nobody, and there is no such task"],
  ])("not of %s", (replaces, problem) => {
    expect(problems([{ id: "new", prompt: "So.", replaces }])).toEqual([problem]);
  });

  test("not if it is in the plan already, and not of one that is changed as well", () => {
    expect(problems([{ id: "last", prompt: "So.", replaces: "open" }])).toEqual([
      "task last is already in the plan and cannot replace open",
    ]);
    const both = [
      { id: "new", prompt: "So.", replaces: "open" },
      { id: "open", prompt: "Other." },
    ];
    expect(problems(both)).toContain("task open is both replaced and changed");
  });
});

describe("a task that has begun", () => {
  const table = { id: "table", prompt: "Make it." };

  test("and waits can wait for more", () => {
    const change = merged([table, { id: "idle", prompt: "Use it.", depends_on: ["table"] }]);
    expect(change.changed).toMatchObject([{ id: "idle", dependsOn: ["table"] }]);
  });

  test("and waits can be changed in nothing else", () => {
    expect(problems([{ id: "idle", prompt: "Use it.", files: ["x.ts"] }])).toEqual([
      "task idle has begun, so only its prompt and more dependencies can be changed; add a new task for the rest",
    ]);
  });

  test("and is at work would not hear of it", () => {
    expect(problems([{ id: "busy", prompt: "Other." }])).toEqual([
      "task busy is running and would not see the change; add a new task after it",
    ]);
  });
});

test("what has ended without being done stays so, and nobody new waits for it", () => {
  expect(problems([{ id: "over", prompt: "Again." }])).toEqual([
    "task over has ended and stays as it is; add a new task for what is missing",
  ]);
  expect(problems([], { removed_tasks: ["over"] })).toEqual(["task over has ended already and stays as it is"]);
  expect(problems([{ id: "new", prompt: "So.", depends_on: ["over"] }])).toEqual([
    "task new depends on over, which has ended without being done",
  ]);
});

describe("what is promised", () => {
  const entity = { name: "pay", type: "function", path: "pay.ts", created_by_task: "last" } as const;

  test("only grows", () => {
    const { contract } = merged([], { contract: { entities: [entity], core_queries: ["what was paid"] } });
    expect(contract?.entities.map(({ name }) => name)).toEqual(["users", "pay"]);
    expect(contract?.coreQueries).toEqual(["all users", "what was paid"]);
  });

  test("needs somebody who makes it", () => {
    const contract = { entities: [{ ...entity, created_by_task: "nobody" }], core_queries: [] };
    expect(problems([], { contract })).toEqual([
      "pay of the contract is to be created by nobody, which is not in the plan",
    ]);
    expect(problems([{ id: "last", prompt: "So.", depends_on: [] }], { removed_tasks: ["open"] })).toEqual([
      "users of the contract is to be created by open, which is not in the plan",
    ]);
  });

  test("stays as it is where nothing is said", () => expect(merged([]).contract).toBeUndefined());
});
