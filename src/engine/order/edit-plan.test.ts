/** A plan file that was changed while its run exists: what of it is taken, and what cannot be. */
import { describe, expect, it } from "vitest";
import type { Plan, TaskSpec } from "../../domain/spec/plan.ts";
import type { PlannerAnswer } from "../../domain/work/role-answers.ts";
import { given, type Scenario, type TaskSketch } from "../../testing/given.ts";
import { blocked, done } from "../../testing/outcomes.ts";
import { contextOf } from "../context.ts";
import { evolve } from "../evolve.ts";
import { changePlan } from "../replan/change-plan.ts";
import { freezeState, thawState } from "../state.ts";

/** The file as it says the tasks of the run, with changes. */
function fileOf(run: Scenario, changes: Readonly<Record<string, Partial<TaskSpec> | null>> = {}): Plan {
  const known = [...run.state.tasks.values()].flatMap(({ written, spec }) => {
    const said = written === "not" ? [] : [written ?? spec];
    return said.flatMap((each) => (changes[each.id] === null ? [] : [{ ...each, ...changes[each.id] }]));
  });
  return { title: "plan", gangs: run.state.plan.gangs, tasks: known, checkpoints: [] };
}

function edit(run: Scenario, plan: Plan, more: { budgets?: Plan["tasks"][number]["budget"] } = {}): Scenario {
  return run.when({ type: "edit_plan", plan, hash: "other", budgets: run.state.settings.budgets, ...more });
}

const fresh = (id: string, more: Partial<TaskSpec> = {}): TaskSpec => ({
  ...{ id, title: id, prompt: `Do ${id}.`, role: "worker", dependsOn: [], files: [], agent: "agent", gates: [] },
  ...{ commitments: [], acceptance: [], budget: {}, priority: 0, tags: [], ...more },
});

/** `a` is at work, `b` waits for it, `d` is done. */
const running = (more: Partial<TaskSketch> = {}) =>
  given({ tasks: [{ id: "a", ...more }, { id: "b", dependsOn: ["a"] }, "d"] })
    .ends("d.1", done("d"))
    .up("a.1")
    .quietly();

describe("a changed plan", () => {
  it("that says the same is no change", () => {
    const run = running();
    expect(edit(run, fileOf(run)).answer).toEqual({ type: "edited", taken: [], left: [], settled: [] });
    expect(run.names()).toEqual([]);
  });

  it("gives tasks that have not begun whatever it says, and new ones", () => {
    const run = running();
    const plan = fileOf(run, { b: { prompt: "Do b well.", files: ["b.txt"], dependsOn: ["a", "d"] } });
    edit(run, { ...plan, tasks: [...plan.tasks, fresh("n", { dependsOn: ["b"] })] });
    expect(run.answer).toMatchObject({ taken: ["n is new", "b: prompt, depends_on, files"], left: [] });
    expect(run.task("b").spec).toMatchObject({ prompt: "Do b well.", files: ["b.txt"], dependsOn: ["a", "d"] });
    expect(run.task("n").status).toBe("waiting");
    expect(run.state.run.planHash).toBe("other");
  });

  it("gives a task at work its budget and no other prompt, and says so every time until it can", () => {
    const run = running();
    const plan = fileOf(run, { a: { prompt: "Do a otherwise.", budget: { tokens: 50 } } });
    edit(run, plan);
    const left = ["a is being worked on, so its prompt cannot be changed"];
    expect(run.answer).toMatchObject({ taken: ["a: budget"], left });
    expect(run.task("a").spec).toMatchObject({ prompt: "Do a.", budget: { tokens: 50 } });
    expect(edit(run, plan).answer).toMatchObject({ taken: [], left });
    run.ends("a.1", blocked("a"));
    expect(edit(run, plan).answer).toMatchObject({ taken: ["a: prompt"], left: [] });
  });

  it("leaves what is done as it is", () => {
    const run = running();
    edit(run, fileOf(run, { d: { prompt: "Do d again." } }));
    expect(run.answer).toMatchObject({ taken: [], left: ["d is done, so its prompt cannot be changed"] });
  });

  it("takes out what has not begun, unless somebody needs it; what has begun is skipped by another word", () => {
    const run = running();
    edit(run, fileOf(run, { a: null, b: null }));
    expect(run.answer).toMatchObject({
      taken: ["b is taken out"],
      left: ["a has begun and stays; `reeve skip a` leaves it out"],
    });
    expect(run.state.tasks.has("b")).toBe(false);
    const other = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }, { id: "c", dependsOn: ["b"] }] });
    other.when({ type: "add", task: fresh("mine", { dependsOn: ["b"] }) });
    edit(other, fileOf(other, { b: null, c: { dependsOn: [] } }));
    expect(other.answer).toMatchObject({ left: ["b stays, because mine depends on it"] });
  });

  it("raises a budget that a task waits for, and the task continues", () => {
    const run = running({ budget: { usd: 1 } });
    const usage = { tokens: 1, usd: 2 };
    run.when({ type: "attempt_progressed", attempt: "a.1", usage, activity: null, session: null });
    run.ends("a.1", { type: "stopped" });
    edit(run, fileOf(run, { a: { budget: { usd: 5 } } }));
    expect(run.answer).toMatchObject({ taken: ["a: budget"], settled: ["a"] });
    expect(run.task("a").attempt).toBe("a.2");
  });

  it("replaces what was granted before: the newest word counts", () => {
    const run = running({ budget: { usd: 1 } });
    run.when({ type: "grant", grant: "g", to: "a", more: { usd: 9 } });
    edit(run, fileOf(run, { a: { budget: { usd: 4 } } }));
    expect(run.task("a")).toMatchObject({ spec: { budget: { usd: 4 } }, granted: {} });
  });

  it("takes the run's own budget with it", () => {
    const run = running();
    edit(run, fileOf(run), { budgets: { usd: 7 } });
    expect(run.answer).toMatchObject({ taken: ["the run's budget"] });
    expect(run.state.settings.budgets).toEqual({ usd: 7 });
  });

  it("leaves out a task that cannot be, with who needs it, and takes the rest", () => {
    const run = running();
    const plan = fileOf(run);
    const tasks = [
      ...plan.tasks,
      fresh("x", { agent: "nobody" }),
      fresh("y", { dependsOn: ["x"] }),
      fresh("z", { gang: "new" }),
      fresh("ok"),
    ];
    edit(run, { ...plan, tasks });
    expect(run.answer).toMatchObject({
      taken: ["ok is new"],
      left: [
        "task x names the unknown agent nobody; there is agent",
        "task z belongs to gang new, which the run does not have; a gang comes only with a new run",
        "task y depends on x, which is not in the run",
      ],
    });
  });

  it("that closes a circle with what the run has added is not taken at all", () => {
    const run = running();
    run.when({ type: "add", task: fresh("mine", { dependsOn: ["b"] }) });
    const plan = fileOf(run, { b: { dependsOn: ["a", "mine"] } });
    edit(run, { ...plan, tasks: [...plan.tasks, fresh("n")] });
    expect(run.answer).toMatchObject({ taken: [] });
    expect(run.answer.type === "edited" && run.answer.left.join()).toMatch(/wait for each other: .*mine.*nothing of/);
    expect(run.state.tasks.has("n")).toBe(false);
  });

  it("says which parts of a plan stay for a whole run", () => {
    const run = running();
    edit(run, { ...fileOf(run), title: "Another", gangs: { g: { strategy: "one_for_all" } } });
    expect(run.answer).toMatchObject({
      left: [
        "the plan's title cannot be changed in a run; a new run takes it",
        "the plan's gangs cannot be changed in a run; a new run takes it",
      ],
    });
  });
});

describe("what a planner changed meanwhile", () => {
  /** The planner said `b` anew and took `c` out; the file still says what it said. */
  function replanned(): Scenario {
    const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }, { id: "c", dependsOn: ["b"] }] }).up("a.1");
    const context = contextOf(run.state, run.at, 0, { evolve, follow: () => {} });
    const changed = [{ ...run.task("b").spec, prompt: "The planner's b." }];
    const change = { added: [fresh("p")], changed, removed: ["c"], retired: [], lineage: [] };
    const replan = { id: "n1", about: "a", retries: 0, summary: "changes", question: null, proposedAt: 0 } as const;
    const because = { rule: "replan", facts: {}, evidence: [] } as const;
    changePlan(context, { ...replan, because, answer: ANSWER, change }, change, []);
    return run.quietly();
  }

  it("is not undone by a file that says what it said", () => {
    const run = replanned();
    const plan = fileOf(run);
    edit(run, { ...plan, tasks: [...plan.tasks, fresh("c", { dependsOn: ["b"] })] });
    expect(run.answer).toEqual({ type: "edited", taken: [], left: [], settled: [] });
    expect(run.task("b").spec.prompt).toBe("The planner's b.");
    expect(run.state.tasks.has("p")).toBe(true);
  });

  it("gives way to what the file says anew, in a snapshot and back too", () => {
    const run = replanned();
    const plan = fileOf(run, { b: { priority: 5 } });
    Object.assign(run.state, thawState(JSON.parse(JSON.stringify(freezeState(run.state)))));
    edit(run, plan);
    expect(run.answer).toMatchObject({ taken: ["b: priority"] });
    expect(run.task("b").spec).toMatchObject({ prompt: "The planner's b.", priority: 5 });
    expect(edit(run, plan).answer).toMatchObject({ taken: [], left: [] });
  });
});

const ANSWER: PlannerAnswer = {
  tasks: [],
  removed_tasks: [],
  contract: null,
  cross_cutting_concerns: [],
  validation: [],
};
