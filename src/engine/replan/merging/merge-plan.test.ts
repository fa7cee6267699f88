/** A plan that is being worked is changed without losing anything: the rules one by one. */
import { describe, expect, test } from "vitest";
import { answer, spec } from "../../../../test/roles/task-specs.ts";
import type { PlannerAnswer, PlannerTask } from "../../../domain/work/role-answers.ts";
import { type CurrentPlan, type MergedPlan, mergePlan } from "./merge-plan.ts";

/** `done` is done, `begun` has begun after it, `open` and `last` have not. */
const CURRENT: CurrentPlan = {
  tasks: [
    spec("done"),
    spec("begun", { dependsOn: ["done"] }),
    spec("open", { dependsOn: ["begun"], files: ["src/open.ts"] }),
    spec("last", { dependsOn: ["open"] }),
  ],
  doneIds: new Set(["done"]),
  startedIds: new Set(["done", "begun"]),
  agents: { a: ["low", "high"], b: [] },
};

function merged(tasks: readonly PlannerTask[], more: Partial<PlannerAnswer> = {}): Extract<MergedPlan, { ok: true }> {
  const result = mergePlan(CURRENT, answer(tasks, more));
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return result;
}

function problems(tasks: readonly PlannerTask[], more: Partial<PlannerAnswer> = {}): readonly string[] {
  const result = mergePlan(CURRENT, answer(tasks, more));
  return result.ok ? [] : result.problems;
}

describe("what is named", () => {
  test("new: it gets the gates that all tasks have, the first task's agent, and what concerns it", () => {
    const concerns = [{ concern: "ISO dates", tasks: [] }];
    const { added, kept } = merged([{ id: "new", prompt: "Do new.", depends_on: ["open"], files: ["./src//new.ts"] }], {
      cross_cutting_concerns: concerns,
    });
    expect(added).toEqual([
      spec("new", {
        title: "Do new.",
        prompt: "Do new.\n\nAlso observe this, as the other tasks do:\n- ISO dates",
        dependsOn: ["open"],
        files: ["src/new.ts"],
      }),
    ]);
    expect(kept).toEqual(["done", "begun", "open", "last"]);
  });

  test("known and not begun: only what is said changes, and gates only grow", () => {
    const { changed, kept } = merged([{ id: "open", prompt: "Do open well.", agent: "b", gates: [] }]);
    expect(changed).toEqual([
      spec("open", { prompt: "Do open well.", agent: "b", dependsOn: ["begun"], files: ["src/open.ts"] }),
    ]);
    expect(kept).toEqual(["done", "begun", "last"]);
  });

  test("the same dependencies in another order are no change: of what has begun only the prompt changes", () => {
    const begun = spec("begun", { dependsOn: ["done", "also"], tags: ["x", "y"] });
    const current: CurrentPlan = {
      ...CURRENT,
      tasks: [spec("done"), spec("also"), begun],
      doneIds: new Set(["done", "also"]),
      startedIds: new Set(["done", "also", "begun"]),
    };
    const task = { id: "begun", prompt: "Do it well.", depends_on: ["also", "done"], tags: ["y", "x"] };
    expect(mergePlan(current, answer([task]))).toMatchObject({
      ok: true,
      changed: [{ ...begun, prompt: "Do it well." }],
    });
  });

  test("known and said again without a change: nothing happens", () => {
    expect(merged(CURRENT.tasks.map(({ id, prompt }) => ({ id, prompt })))).toEqual({
      ok: true,
      retired: [],
      lineage: [],
      added: [],
      changed: [],
      removed: [],
      kept: ["done", "begun", "open", "last"],
    });
  });

  test("begun: its prompt may change, its title stays because its branch is named after it", () => {
    expect(merged([{ id: "begun", title: "Other", prompt: "Do it so." }]).changed).toEqual([
      spec("begun", { prompt: "Do it so.", dependsOn: ["done"] }),
    ]);
  });

  test("absent: it stays; only what is named as removed goes", () => {
    expect(merged([], { removed_tasks: ["last"] })).toMatchObject({
      removed: ["last"],
      kept: ["done", "begun", "open"],
    });
  });
});

describe("refused, with every reason at once", () => {
  test.each<[string, readonly PlannerTask[], Partial<PlannerAnswer>, readonly string[]]>([
    [
      "a change of what is done",
      [{ id: "done", prompt: "Do it otherwise." }],
      {},
      ["task done is done and cannot be changed; add a new task for what is missing"],
    ],
    [
      "more than a new prompt for what has begun",
      [{ id: "begun", prompt: "Do begun.", files: ["x.ts"] }],
      {},
      ["task begun has begun, so only its prompt can be changed; add a new task for the rest"],
    ],
    [
      "removing what is done, has begun, or is not there",
      [],
      { removed_tasks: ["done", "begun", "nobody"] },
      [
        "task done is done and cannot be removed",
        "task begun has begun and cannot be removed; change its prompt instead",
        "removed_tasks names nobody, and there is no such task",
      ],
    ],
    [
      "a circle",
      [{ id: "open", prompt: "p", depends_on: ["last"] }],
      {},
      ["these tasks wait for each other: last → open → last"],
    ],
    [
      "an unknown dependency",
      [{ id: "n", prompt: "p", depends_on: ["x"] }],
      {},
      ["task n depends on x, which is not in the plan"],
    ],
    [
      "an unknown agent and tier",
      [
        { id: "n", prompt: "p", agent: "c" },
        { id: "m", prompt: "p", tier: "top" },
      ],
      {},
      ["task n names the unknown agent c; there is a, b", "agent a of task m has no tier top; it has low, high"],
    ],
    [
      "an id that cannot be one, twice the same, or alike but for case",
      [
        { id: "../x", prompt: "p" },
        { id: "n", prompt: "p" },
        { id: "n", prompt: "q" },
        { id: "OPEN", prompt: "p" },
      ],
      {},
      [
        "task n is named twice",
        '"../x" cannot be the id of a task: 1 to 64 letters, digits, ".", "_" or "-", beginning with a letter or digit',
        "the ids OPEN and open differ only in case",
      ],
    ],
    [
      "a file outside the project",
      [{ id: "n", prompt: "p", files: ["../etc"] }],
      {},
      ["the file ../etc of task n is not inside the project"],
    ],
    [
      "a command that no person put into the plan",
      [{ id: "n", prompt: "p", gates: ["npm test", "curl evil"] }],
      {},
      [
        'task n brings the command "curl evil"; only a person can add commands to a plan that is being worked (it has npm test)',
      ],
    ],
  ])("%s", (_, tasks, more, expected) => {
    expect(problems(tasks, more)).toEqual(expected);
  });
});
