import { expect, test } from "vitest";
import { CHECKPOINT_AGENT, readCheckpointPrompt } from "../domain/spec/checkpoint-order.ts";
import type { CheckpointSpec, Plan } from "../domain/spec/plan.ts";
import { checkpointTask, withCheckpoints } from "./with-checkpoints.ts";

test("a checkpoint is a task after its tasks, and what follows them waits for it", () => {
  const plan = withCheckpoints(
    planOf({ a: [], b: ["a"], c: ["b"] }, { id: "half", after: ["b"], checks: ["npm test"] }),
  );
  expect(shape(plan)).toEqual({ a: [], b: ["a"], c: ["b", "half"], half: ["b"] });
  const half = plan.tasks.at(-1);
  expect(half?.agent).toBe(CHECKPOINT_AGENT);
  expect(readCheckpointPrompt(half?.prompt ?? "")).toEqual({
    checkpoint: "half",
    after: ["b"],
    commands: ["npm test"],
  });
});

test("what comes before its tasks does not wait for it, also where those depend on each other", () => {
  const plan = withCheckpoints(planOf({ a: [], b: ["a"], c: ["a"] }, { id: "x", after: ["a", "b"], checks: [] }));
  expect(shape(plan)).toEqual({ a: [], b: ["a"], c: ["a", "x"], x: ["a", "b"] });
});

test("a name that a task has already is not taken twice", () => {
  const plan = withCheckpoints(planOf({ a: [] }, { id: "a", after: ["a"], checks: [] }));
  expect(shape(plan)).toEqual({ a: [], "checkpoint-a": ["a"] });
});

test("another's prompt is no order", () => {
  expect(readCheckpointPrompt("Do this.")).toBeNull();
});

function planOf(tasks: Readonly<Record<string, readonly string[]>>, checkpoint: CheckpointSpec): Plan {
  const specs = Object.entries(tasks).map(([id, dependsOn]) => ({
    ...checkpointTask(id, { title: id, prompt: id, dependsOn }),
    agent: "coder",
  }));
  return { title: "t", gangs: {}, tasks: specs, checkpoints: [checkpoint] };
}

function shape({ tasks }: Plan): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(tasks.map(({ id, dependsOn }) => [id, dependsOn]));
}
