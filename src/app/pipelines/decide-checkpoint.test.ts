import { expect, test } from "vitest";
import type { TaskSpec } from "../../domain/spec/plan.ts";
import type { Task } from "../../domain/work/task.ts";
import { checkpointTask } from "../../plan/with-checkpoints.ts";
import { type CheckpointLook, decideCheckpoint } from "./decide-checkpoint.ts";

const ORDER = { checkpoint: "half", after: ["a", "b"] };
const BLOCK: CheckpointLook = { verdict: "block", score: 0.4, risks: [], blocks: ["two names (b.md:3)"] };

test("what passes or warns goes on, with its risks", () => {
  const look: CheckpointLook = { verdict: "warn", score: 0.6, risks: ["a term drifts"], blocks: [] };
  expect(decideCheckpoint(ORDER, look, tasks(), [])).toEqual({
    ...{ do: "go_on", because: "half: warn, score 0.6", risks: ["a term drifts"] },
  });
});

test("an answer counts for the question that was asked, and for no other", () => {
  expect(decideCheckpoint(ORDER, BLOCK, tasks(), [{ text: "Another?", answer: "override" }]).do).toBe("ask");
  expect(answered("Override, we know").do).toBe("override");
  expect(answered("abort").do).toBe("abort");
});

test("the task whose file is named is revised, with what was found; other words than the three are guidance", () => {
  const step = answered("use one name");
  expect(step).toMatchObject({ do: "revise", waitFor: "b-r1", round: 1, tasks: [{ id: "b-r1", dependsOn: ["b"] }] });
  const prompt = step.do === "revise" ? step.tasks[0]?.prompt : "";
  expect(prompt).toContain("- two names (b.md:3)\nThe person who was asked says: use one name");
});

test("a revision that was added before a kill is waited for, and not added again", () => {
  const step = answered("revise");
  const added = step.do === "revise" ? step.tasks : [];
  expect(decideCheckpoint(ORDER, BLOCK, tasks(added), [])).toMatchObject({ do: "revise", tasks: [], waitFor: "b-r1" });
});

test("after three revisions only override and abort are left", () => {
  const rounds = [1, 2, 3].map((n) => ({ ...spec(`b-r${n}`), tags: ["revised-for-half", `round-${n}`] }));
  const step = decideCheckpoint(ORDER, BLOCK, tasks(rounds, "done"), []);
  expect(step.do === "ask" && step.options.map((option) => option.split(":")[0])).toEqual(["override", "abort"]);
});

function answered(answer: string) {
  const asked = decideCheckpoint(ORDER, BLOCK, tasks(), []);
  const text = asked.do === "ask" ? asked.text : null;
  return decideCheckpoint(ORDER, BLOCK, tasks(), [{ text, answer }]);
}

function spec(id: string): TaskSpec {
  return { ...checkpointTask(id, { title: id, prompt: `Write ${id}.md`, dependsOn: [] }), agent: "coder" };
}

function tasks(more: readonly TaskSpec[] = [], status = "ready"): ReadonlyMap<string, Task> {
  const all = [spec("a"), spec("b"), ...more];
  return new Map(
    all.map((each) => [
      each.id,
      { id: each.id, spec: each, status: more.includes(each) ? status : "done" } as unknown as Task,
    ]),
  );
}
