/** Whatever a planner proposes for whatever plan: nothing that is done is lost, and the plan stays one that can be worked. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answer, spec } from "../../../../test/roles/task-specs.ts";
import type { PlannerAnswer, PlannerTask } from "../../../domain/work/role-answers.ts";
import { type CurrentPlan, type MergedPlan, mergePlan } from "./merge-plan.ts";

const IDS = ["t0", "t1", "t2", "t3", "t4", "t5", "t6"];

/** Dependencies point to earlier tasks; what is done has done dependencies, what has begun too. */
const plans = fc
  .record({
    size: fc.integer({ min: 1, max: 5 }),
    edges: fc.array(fc.nat(4), { maxLength: 8 }),
    done: fc.nat(2),
    begun: fc.nat(2),
  })
  .map(({ size, edges, done, begun }): CurrentPlan => {
    const ids = IDS.slice(0, size);
    const tasks = ids.map((id, at) =>
      spec(id, { dependsOn: [...new Set(edges.filter((edge) => edge < at).map((edge) => `t${edge}`))] }),
    );
    return {
      tasks,
      doneIds: new Set(ids.slice(0, done)),
      startedIds: new Set(ids.slice(0, done + begun)),
      agents: { a: ["low", "high"], b: ["low"] },
    };
  });

/** Mostly such as can be merged: with dependencies on earlier tasks that are there, and no commands of their own. */
const tasks = fc
  .record(
    {
      id: fc.constantFrom(...IDS),
      prompt: fc.constantFrom("Do t0.", "Do t3.", "Do it anew."),
      depends_on: fc.uniqueArray(fc.constantFrom(...IDS.slice(0, 3)), { maxLength: 2 }),
      files: fc.constantFrom(["a.ts"], []),
      agent: fc.constantFrom("a", "b"),
      gates: fc.oneof({ weight: 5, arbitrary: fc.constantFrom([], ["npm test"]) }, fc.constant(["rm x"])),
      title: fc.constantFrom("T", "U"),
      isWild: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    },
    { requiredKeys: ["id", "prompt", "isWild"] },
  )
  .map(({ isWild, depends_on, ...task }) => {
    const earlier = depends_on?.filter((on) => isWild || on < task.id);
    return earlier === undefined ? task : { ...task, depends_on: earlier };
  });
const answers = fc.record({
  tasks: fc.array(tasks, { maxLength: 3 }),
  removed_tasks: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.constantFrom(["t3"], ["t4"], ["t0"])),
  cross_cutting_concerns: fc.constantFrom([], [{ concern: "Heed.", tasks: [] }]),
});

/** The plan as it is after the change. */
function changedPlan(current: CurrentPlan, change: Extract<MergedPlan, { ok: true }>): CurrentPlan {
  const next = new Map([...change.changed, ...change.added].map((each) => [each.id, each]));
  const staying = current.tasks
    .filter(({ id }) => !change.removed.includes(id))
    .map((each) => next.get(each.id) ?? each);
  return { ...current, tasks: [...staying, ...change.added] };
}

describe("whatever is proposed for whatever plan", () => {
  const check = (
    look: (current: CurrentPlan, change: Extract<MergedPlan, { ok: true }>, proposed: PlannerAnswer) => void,
  ) =>
    fc.assert(
      fc.property(plans, answers, (current, given) => {
        const proposed = answer(given.tasks as PlannerTask[], given);
        const change = mergePlan(current, proposed);
        if (change.ok) look(current, change, proposed);
        else expect(change.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );

  test("what is done is kept as it is, and of what has begun only the prompt changes", () =>
    check((current, change) => {
      for (const each of current.tasks) {
        const next = change.changed.find(({ id }) => id === each.id);
        if (current.doneIds.has(each.id)) expect(change.kept).toContain(each.id);
        else if (current.startedIds.has(each.id) && next) expect({ ...next, prompt: each.prompt }).toEqual(each);
        if (current.startedIds.has(each.id)) expect(change.removed).not.toContain(each.id);
      }
    }));

  test("every id is there once, every dependency is there, and nobody waits for themselves", () =>
    check((current, change) => {
      const { tasks: specs } = changedPlan(current, change);
      const ids = specs.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const settled = new Set<string>();
      for (let before = -1; before < settled.size; ) {
        before = settled.size;
        for (const each of specs) if (each.dependsOn.every((on) => settled.has(on))) settled.add(each.id);
      }
      expect(settled).toEqual(new Set(ids));
    }));

  test("no command comes that was not there, and no gate goes", () =>
    check((current, change) => {
      const gates = [...change.added, ...change.changed].flatMap((each) => each.gates.map(({ run }) => run));
      expect(gates.filter((run) => run !== "npm test")).toEqual([]);
      for (const each of change.changed) {
        const before = current.tasks.find(({ id }) => id === each.id)?.gates ?? [];
        expect(each.gates).toEqual(expect.arrayContaining([...before]));
      }
    }));

  test("proposed again, it changes nothing more", () =>
    check((current, change, proposed) => {
      const again = mergePlan(changedPlan(current, change), { ...proposed, removed_tasks: [] });
      expect(again).toMatchObject({ ok: true, added: [], changed: [] });
    }));
});
