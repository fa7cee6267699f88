/** The checkpoints of a plan as ordinary tasks of it: each after its tasks, and whatever follows those waits for it too. */
import { CHECKPOINT_AGENT, checkpointPrompt } from "../domain/spec/checkpoint-order.ts";
import type { CheckpointSpec, Plan, TaskId, TaskSpec } from "../domain/spec/plan.ts";

export function withCheckpoints(plan: Plan): Plan {
  return plan.checkpoints.reduce(withOne, plan);
}

export function checkpointTask(id: TaskId, spec: Pick<TaskSpec, "title" | "prompt" | "dependsOn">): TaskSpec {
  return {
    id,
    ...spec,
    role: "worker",
    files: [],
    agent: CHECKPOINT_AGENT,
    gates: [],
    commitments: [],
    acceptance: [],
    budget: {},
    priority: 0,
    tags: ["checkpoint"],
  };
}

function withOne(plan: Plan, { id: named, after, checks, session }: CheckpointSpec): Plan {
  const taken = new Set(plan.tasks.map((task) => task.id));
  const id = taken.has(named) ? `checkpoint-${named}` : named;
  const before = upTo(plan.tasks, after);
  const tasks = plan.tasks.map((task) =>
    !before.has(task.id) && task.dependsOn.some((each) => after.includes(each))
      ? { ...task, dependsOn: [...task.dependsOn, id] }
      : task,
  );
  const order = { checkpoint: named, after, commands: checks, ...(session !== undefined && { session }) };
  const title = `Checkpoint after ${after.join(", ")}`;
  return {
    ...plan,
    tasks: [...tasks, checkpointTask(id, { title, prompt: checkpointPrompt(order), dependsOn: after })],
  };
}

/** These and all they depend on: they come first and cannot wait for what comes after. */
function upTo(tasks: readonly TaskSpec[], ids: readonly TaskId[]): ReadonlySet<TaskId> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const found = new Set<TaskId>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(byId.get(id)?.dependsOn ?? []));
  }
  return found;
}
