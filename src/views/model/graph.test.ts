/** The graph of tasks: what is folded, in which order it stands, and that unfolding goes step by step. */
import { expect, it } from "vitest";
import { projectFleet } from "../../app/look/fleet-view.ts";
import type { TaskView } from "../../app/look/parts/task-view.ts";
import { given } from "../../testing/given.ts";
import { taskGraph } from "./graph.ts";

const WIDE = 20;

/** Layers of twenty, each task after the one before it in the layer before; so many of the first are done. */
function plan(total: number, done: number): readonly TaskView[] {
  const tasks = Array.from({ length: total }, (_, n) => ({
    id: `t${n}`,
    dependsOn: n < WIDE ? [] : [`t${n - WIDE}`],
  }));
  return projectFleet(given({ tasks }).state).tasks.map((task, n): TaskView => {
    const state = n < done ? "done" : n < done + WIDE ? "working" : "waiting";
    return { ...task, state };
  });
}

const drawn = (tasks: readonly TaskView[], unfolded: readonly string[] = []) =>
  [...taskGraph(tasks, new Set(unfolded)).boxes].sort((a, b) => a.layer - b.layer).map(({ label }) => label);

it("draws every task of a small plan", () => {
  expect(drawn(plan(5, 0))).toEqual(["t0", "t1", "t2", "t3", "t4"]);
});

it("shows of a large plan what is done as one box, left of what is not", () => {
  expect(drawn(plan(200, 130))).toEqual([
    "130 done",
    "10 working",
    "10 working",
    "10 waiting",
    "20 waiting",
    "20 waiting",
  ]);
});

it("unfolds what is done to its layers, and a layer to its tasks", () => {
  const tasks = plan(200, 160);
  const [all] = taskGraph(tasks, new Set()).boxes;
  const layers = taskGraph(tasks, new Set([`${all?.id}`]));
  expect(layers.boxes.filter(({ state }) => state === "done")).toHaveLength(8);
  const [first] = layers.boxes;
  expect(drawn(tasks, [`${all?.id}`, `${first?.id}`]).filter((label) => /^t\d+$/.test(label))).toHaveLength(WIDE);
});

it("ends where boxes need each other, as those of a task that was reopened may", () => {
  const tasks = plan(200, 130).map((task) => (task.id === "t0" ? { ...task, dependsOn: ["t199"] } : task));
  expect(taskGraph(tasks, new Set()).boxes.length).toBeGreaterThan(1);
});
