/** Beginning, resuming and working a run through its use cases; the fleet is a stand-in, everything else is real. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aProject, aRun, CONFIG, ends, hold, PLAN, refusalOf, valueIn } from "../../../test/app-lab.ts";
import { aRepository } from "../../../test/repository.ts";
import { runFold } from "../../runtime/run/run-fold.ts";
import { done } from "../../testing/outcomes.ts";
import type { Checkers } from "../checkpoint/checkers.ts";
import { findProject, type Project } from "../project/project.ts";
import type { Background, Fleets, FleetWish, Worktrees } from "./fleets.ts";
import { prepareRun, type ReadyRun, type RunWish } from "./prepare-run.ts";
import { detachRun, startWork } from "./work-run.ts";

function wishIn({ root }: Project, wish: Partial<RunWish> = {}): RunWish {
  const none = { plan: undefined, run: undefined, fresh: false, maxParallel: undefined, autoResume: true };
  return { ...none, cwd: root, now: 5_000, env: {}, ...wish };
}

async function ready(project: Project, wish: Partial<RunWish> = {}): Promise<ReadyRun> {
  const prepared = valueIn(await prepareRun(project, wishIn(project, wish)));
  if (prepared.type !== "ready") throw new Error("it is finished");
  return prepared;
}

test("a plan that was never worked begins a run; the next time the run is resumed", async () => {
  const project = aProject({ "plan.yaml": PLAN });
  expect(await ready(project)).toMatchObject({
    isNew: true,
    place: { id: "r1" },
    title: "The shop",
    done: 0,
    total: 2,
  });
  expect(await ready(project)).toMatchObject({ isNew: false, place: { id: "r1" }, total: 2 });
  expect(await ready(project, { fresh: true })).toMatchObject({ isNew: true, place: { id: "r2" } });
});

test("what is said for this time counts for the settings", async () => {
  const project = aProject({ "plan.yaml": PLAN });
  const { settings } = await ready(project, { maxParallel: 7, autoResume: false });
  expect(settings).toMatchObject({ maxParallel: 7, policies: { autoResume: false } });
});

test("mistakes are refused all at once, and leave no trace", async () => {
  const project = aProject({ "plan.yaml": "title: x\ntasks: [{ id: a }, { id: a, prompt: y }]\n" });
  const refusal = refusalOf(await prepareRun(project, wishIn(project)));
  expect(refusal).toMatchObject({ what: "mistakes", kept: "run" });
  expect(refusal.what === "mistakes" && refusal.mistakes.length).toBeGreaterThan(1);
  expect(existsSync(project.stateDir)).toBe(false);
});

test("another plan under the name of the run's is not worked by guess", async () => {
  const project = aProject({ "plan.yaml": PLAN });
  await ready(project);
  writeFileSync(join(project.root, "plan.yaml"), "tasks: [{ id: another, prompt: x }]\n");
  expect(refusalOf(await prepareRun(project, wishIn(project, { plan: "plan.yaml" })))).toEqual({
    what: "plan_changed",
    run: "r1",
    planFile: "plan.yaml",
  });
});

test("a run that has been worked to its end is told, not worked again", async () => {
  const project = aProject();
  await aRun(project, ["api"], ends("api.1", done("api")));
  expect(valueIn(await prepareRun(project, wishIn(project)))).toEqual({
    type: "finished",
    run: "r1",
    planFile: "plan.yaml",
    verdict: "done",
    done: 1,
    total: 1,
  });
});

test("a run that does not exist, and a folder that cannot be worked in, are refused", async () => {
  const project = aProject({ "plan.yaml": PLAN });
  expect(refusalOf(await prepareRun(project, wishIn(project, { run: "r4" })))).toMatchObject({
    what: "no_run",
    run: "r4",
  });
  const empty = aRepository({});
  onTestFinished(() => empty.remove());
  empty.write("reeve.yaml", CONFIG.replace("isolation: none\n", ""));
  empty.write("plan.yaml", PLAN);
  const without = findProject(empty.dir);
  expect(refusalOf(await prepareRun(without, wishIn(without)))).toMatchObject({
    what: "unusable",
    sentence: expect.stringContaining("Commit something first"),
  });
});

test("a journal that is damaged is refused, with the way round it", async () => {
  const project = aProject({ "plan.yaml": PLAN });
  const { place } = await ready(project);
  writeFileSync(join(place.dir, "journal.db"), "no database at all".repeat(100));
  expect(refusalOf(await prepareRun(project, wishIn(project)))).toMatchObject({ what: "journal", beginsAnew: true });
});

/** A fleet that has nothing to do. */
function idle(project: Project): { readonly wishes: FleetWish[]; readonly world: Fleets & Worktrees & Checkers } {
  const wishes: FleetWish[] = [];
  const openFleet: Fleets["openFleet"] = async (wish) => {
    wishes.push(wish);
    const holder = await project.runs.holder(wish.place.id);
    if (holder) return { heldBy: holder };
    const state = async () => (await project.runs.state(wish.place.id, runFold)).state;
    const work = async () => ({ type: "paused" as const, state: await state() });
    return { work, state, order: async () => {}, force: async () => {} };
  };
  const needless = () => Promise.reject(new Error("no checkpoint is looked at here"));
  const world = {
    openFleet,
    worktreesUse: async () => ({ bytes: 1, isPart: false }),
    runCheck: needless,
    askCheck: needless,
  };
  return { wishes, world };
}

test("work ends with how the run stands; what a run without worktrees takes is not asked", async () => {
  const project = aProject({ "plan.yaml": PLAN });
  const { wishes, world } = idle(project);
  const work = valueIn(await startWork(world, await ready(project), { wait: true, onRecord: () => {} }));
  expect(wishes).toMatchObject([{ wait: true, place: { id: "r1" } }]);
  expect(valueIn(await work.finish())).toMatchObject({ end: { type: "paused" }, worktrees: null, untold: null });
});

test("nobody works on a run that is held, here or in the background", async () => {
  const project = aProject({ "plan.yaml": PLAN });
  const run = await ready(project);
  await hold(project, "r1");
  const refusal = { what: "held", run: "r1", holder: { pid: process.pid } };
  const { world } = idle(project);
  expect(refusalOf(await startWork(world, run, { wait: false, onRecord: () => {} }))).toMatchObject(refusal);
  const started: unknown[] = [];
  const background: Background = { detach: async (...wish) => ({ pid: started.push(wish) }) };
  const wish = { wait: false, maxParallel: undefined, autoResume: true };
  expect(refusalOf(await detachRun(background, run, wish))).toMatchObject(refusal);
  expect(started).toEqual([]);
});

test("in the background the same Reeve works on that very run, with what was said for this time", async () => {
  const project = aProject({ "plan.yaml": PLAN });
  const run = await ready(project);
  const started: (readonly string[])[] = [];
  const background: Background = {
    detach: async (args) => {
      started.push(args);
      return { pid: 42 };
    },
  };
  const detached = valueIn(await detachRun(background, run, { wait: true, maxParallel: 3, autoResume: false }));
  expect(detached).toEqual({ run: "r1", pid: 42, log: join(run.place.dir, "detached.log") });
  expect(started).toEqual([["run", "--run", "r1", "--max-parallel", "3", "--no-auto-resume", "--wait"]]);
});
