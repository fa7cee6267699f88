/** Orders through their use cases: what is taken, what waits, and each reason for which one is refused. */
import { expect, test } from "vitest";
import { aProject, aRun, CONFIG, ends, hold, refusalOf, valueIn } from "../../../test/app-lab.ts";
import type { PersonInput } from "../../engine/input.ts";
import { blocked } from "../../testing/outcomes.ts";
import { readStatus } from "../look/status.ts";
import type { Project } from "../project/project.ts";
import type { Fleets, FleetWish } from "../run/fleets.ts";
import { foreseeOrder, giveOrder } from "./give-order.ts";
import { stopRun } from "./stop-run.ts";

function order(project: Project, given: PersonInput) {
  return giveOrder(project, { run: undefined, order: given, now: 5_000 });
}

test("where nobody works on the run, an order waits for the next Reeve", async () => {
  const project = aProject();
  await aRun(project, ["api"]);
  expect(valueIn(await order(project, { type: "pause" }))).toEqual({
    run: "r1",
    order: { type: "pause" },
    how: "waits",
  });
  expect(valueIn(await readStatus(project)).orders).toEqual([
    { type: "pause", by: expect.objectContaining({ pid: process.pid, command: "reeve pause" }) },
  ]);
});

test("a run that is not paused has nothing to resume, unless a pause waits for it", async () => {
  const project = aProject();
  await aRun(project, ["api"]);
  expect(valueIn(await order(project, { type: "resume" })).how).toBe("needless");
  await order(project, { type: "pause" });
  expect(valueIn(await order(project, { type: "resume" })).how).toBe("waits");
});

test("the number of an option stands for the option", async () => {
  const project = aProject();
  await aRun(project, ["api"], ends("api.1", blocked("api")));
  const given = valueIn(await order(project, { type: "answer", question: "q1", text: "2" }));
  expect(given.order).toEqual({ type: "answer", question: "q1", text: "right" });
});

test.each([
  [
    { type: "answer", question: "q1", text: "7" },
    { what: "no_such_option", given: "7", options: 2 },
  ],
  [
    { type: "answer", question: "q1", text: " " },
    { what: "empty_answer", question: "q1" },
  ],
  [
    { type: "answer", question: "q9", text: "left" },
    { what: "order_refused", refusal: { what: "unknown_question" } },
  ],
  [
    { type: "tell", task: "page", message: "m", text: "" },
    { what: "nothing_to_tell", task: "page" },
  ],
  [
    { type: "retry", task: "nobody", because: "x" },
    { what: "order_refused", refusal: { what: "unknown_task" } },
  ],
  [
    { type: "reject", replan: "n1", because: "" },
    { what: "order_refused", refusal: { what: "unknown_replan" } },
  ],
] as const)("%o is refused, whether it is foreseen or given, and leaves no trace", async (given, refusal) => {
  const project = aProject();
  await aRun(project, ["api", "page"], ends("api.1", blocked("api")));
  expect(refusalOf(await foreseeOrder(project, { run: undefined, order: given }))).toMatchObject(refusal);
  expect(refusalOf(await order(project, given))).toMatchObject(refusal);
  expect(valueIn(await readStatus(project)).orders).toEqual([]);
});

test("an order that would be taken is foreseen without being given", async () => {
  const project = aProject();
  await aRun(project, ["api"]);
  const foreseen = await foreseeOrder(project, { run: "r1", order: { type: "pause" } });
  expect(valueIn(foreseen)).toEqual({ type: "pause" });
  expect(valueIn(await readStatus(project)).orders).toEqual([]);
});

test("an order to no run is refused", async () => {
  expect(refusalOf(await order(aProject(), { type: "pause" }))).toMatchObject({ what: "no_run" });
});

test("stop takes a run that nobody works on for a moment, and starts nothing", async () => {
  const project = aProject();
  await aRun(project, ["api"]);
  const { wishes, world } = stopper(project);
  expect(valueIn(await stopRun(world, project, { run: undefined, now: 0 }))).toEqual({
    by: "hand",
    run: "r1",
    agents: 1,
    end: "stopped",
  });
  expect(wishes).toMatchObject([{ stopOnly: true, place: { id: "r1" } }]);
});

test("stop is an order where somebody works on the run, and nobody else touches it", async () => {
  const project = aProject();
  await aRun(project, ["api"]);
  await hold(project, "r1");
  const { wishes, world } = stopper(project);
  const stopped = valueIn(await stopRun(world, project, { run: "r1", now: 0, answerMs: 20 }));
  expect(stopped).toMatchObject({ by: "order", given: { how: "late", order: { type: "stop" } } });
  expect(wishes).toEqual([]);
});

test("stop needs a reeve.yaml it can read: the agents are named there", async () => {
  const project = aProject({ "reeve.yaml": `${CONFIG}nonsense: 1\n` });
  await aRun(project, ["api"]);
  const { world } = stopper(project);
  expect(refusalOf(await stopRun(world, project, { run: undefined, now: 0 }))).toMatchObject({
    what: "mistakes",
    kept: "stop",
  });
});

/** A fleet that stops at once. */
function stopper(project: Project): { readonly wishes: FleetWish[]; readonly world: Fleets } {
  const wishes: FleetWish[] = [];
  const state = async () =>
    (await project.runs.state("r1", (await import("../../runtime/run/run-fold.ts")).runFold)).state;
  const world: Fleets = {
    openFleet: async (wish) => {
      wishes.push(wish);
      const work = async () => ({ type: "stopped" as const, state: await state() });
      return { work, state, order: async () => {}, force: async () => {} };
    },
  };
  return { wishes, world };
}
