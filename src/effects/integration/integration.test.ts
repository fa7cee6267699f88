import { existsSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  anIntegrationWorld,
  BRANCH,
  gate,
  type IntegrationWorld,
  integrated,
  order,
} from "../../../test/integration-world.ts";

let world: IntegrationWorld;
let before: string;
beforeEach(() => {
  world = anIntegrationWorld({ "a.txt": "one\ntwo\nthree\n", "b.txt": "b\n", "AGENTS.md": "# Agents\n" });
  world.repository.write("b.txt", "the user's own change\n");
  world.repository.write("staged.txt", "staged\n");
  world.repository.git("add", "staged.txt");
  world.repository.write("untracked.txt", "untracked\n");
  before = world.untouched();
});
afterEach(() => {
  const after = world.untouched();
  world.repository.remove();
  expect(after).toBe(before);
});
const git = (...args: string[]) => world.repository.git(...args);
const parents = (commit: string) => git("show", "--no-patch", "--format=%P", commit).split(" ");

test("a clean merge moves the branch by a commit with both parents that says whose work it is", async () => {
  const commit = world.work("t1", { "new.txt": "new\n" });
  const merged = await integrated(world.open(), order("t1", commit));
  const tree = git("rev-parse", `${BRANCH}^{tree}`);
  expect(merged).toEqual({ type: "merged", commit: world.branch(), tree, onto: world.base, gates: [] });
  expect(parents(world.branch())).toEqual([world.base, commit]);
  expect(git("show", "--no-patch", "--format=%an%n%B", BRANCH)).toBe(
    "Reeve\nMerge t1: Do t1\n\nReeve-Run: r1\nReeve-Task: t1\nReeve-Attempt: t1.1\n",
  );
  expect(git("rev-parse", "refs/reeve/r1")).toBe(world.branch());
});

test("without gates nothing is checked out", async () => {
  await integrated(world.open(), order("t1", world.work("t1", { "new.txt": "new\n" })));
  expect(existsSync(world.candidate)).toBe(false);
});

test("a green merge moves the branch, and the gates have seen the merged whole in a clean worktree", async () => {
  const integrator = world.open();
  await integrated(integrator, order("t1", world.work("t1", { "one.txt": "1\n" })));
  const green = gate("test -f one.txt && test -f two.txt && test ! -e untracked.txt && touch left.txt");
  for (const task of ["two", "three"]) {
    const merged = await integrated(integrator, order(task, world.work(task, { "two.txt": "2\n" }), [green]));
    expect(merged).toMatchObject({ type: "merged", commit: world.branch(), gates: [{ verdict: "passed" }] });
  }
  expect(git("-C", world.candidate, "rev-parse", "HEAD")).toBe(world.branch());
});

test("a red merge leaves the branch where it was and says what came in meanwhile", async () => {
  const integrator = world.open();
  await integrated(integrator, order("t1", world.work("t1", { "one.txt": "1\n" })));
  const onto = world.branch();
  const red = gate("echo 'one and two do not go together'; test ! -e one.txt");
  const answer = await integrated(integrator, order("t2", world.work("t2", { "two.txt": "2\n" }), [red]));
  expect(answer).toMatchObject({ type: "red", onto, others: ["t1"], gates: [{ verdict: "failed" }] });
  expect(answer.type === "red" && answer.report).toContain("Merge t1: Do t1");
  expect(answer.type === "red" && answer.report).toContain("one and two do not go together");
  expect(world.branch()).toBe(onto);
});

test("a task that changed nothing is merged without a commit", async () => {
  const integrator = world.open();
  await integrated(integrator, order("t1", world.work("t1", { "new.txt": "new\n" })));
  const head = world.branch();
  const merged = await integrated(integrator, order("t2", world.base, [gate("false")]));
  expect(merged).toMatchObject({ type: "merged", commit: head, onto: head, gates: [] });
  expect(world.branch()).toBe(head);
});

test("the same work by two tasks is merged twice, so that both are on the branch", async () => {
  const integrator = world.open();
  for (const task of ["t1", "t2"]) await integrated(integrator, order(task, world.work(task, { "n.txt": "n\n" })));
  expect(git("log", "--first-parent", "--format=%s", `${world.base}..${BRANCH}`)).toBe(
    "Merge t2: Do t2\nMerge t1: Do t1",
  );
});

test("what is merged already is not merged again, whatever came after it", async () => {
  const [first, second] = [world.work("t1", { "one.txt": "1\n" }), world.work("t2", { "two.txt": "2\n" })];
  const merged = await integrated(world.open(), order("t1", first));
  await integrated(world.open(), order("t2", second));
  const head = world.branch();
  expect(await integrated(world.open(), order("t1", first))).toEqual(merged);
  expect(await integrated(world.open(), order("t1", first, [gate("make")]))).toMatchObject({
    type: "merged",
    gates: [{ name: "make", verdict: "skipped" }],
  });
  expect(world.branch()).toBe(head);
});

test("the gates that the repository names count as they are on the branch, not as the task wants them", async () => {
  const findGates = async (commit: string) => {
    const text = git("show", `${commit}:AGENTS.md`);
    return { ok: true as const, gates: text.includes("weak") ? [] : [gate("false")] };
  };
  const commit = world.work("t1", { "AGENTS.md": "weak\n" });
  expect(await integrated(world.open({ findGates }), order("t1", commit))).toMatchObject({ type: "red" });
});

test("gates get the branch before the merge to compare with", async () => {
  const bases: string[] = [];
  const runGates = async ({ base }: { readonly base: string }) => {
    bases.push(base);
    return [];
  };
  const integrator = world.open({ runGates });
  await integrated(integrator, order("t1", world.work("t1", { "one.txt": "1\n" }), [gate("true")]));
  const onto = world.branch();
  await integrated(integrator, order("t2", world.work("t2", { "two.txt": "2\n" }), [gate("true")]));
  await integrator.checkIntegrated({ gates: [gate("true")] }, new AbortController().signal);
  expect(bases).toEqual([world.base, onto, world.base]);
});

test("gates that were broken off say nothing about the task", async () => {
  const ending = new AbortController();
  const runGates = async () => {
    ending.abort();
    return [{ gate: "quality", name: "x", verdict: "failed", message: "", evidence: [], tookMs: 0 }] as const;
  };
  const commit = world.work("t1", { "one.txt": "1\n" });
  const answer = await world.open({ runGates }).integrate(order("t1", commit, [gate("x")]), ending.signal);
  expect(answer).toMatchObject({ type: "failed", failure: { restart: "transient" } });
  expect(world.branch()).toBe(world.base);
});

test("orders that come at once are performed one after the other", async () => {
  const integrator = world.open();
  const names = ["t1", "t2", "t3", "t4"];
  const orders = names.map((task) => order(task, world.work(task, { [`${task}.txt`]: "x\n" })));
  const merged = await Promise.all(orders.map((each) => integrated(integrator, each)));
  expect(merged.map((each) => each.type === "merged" && parents(each.commit)[1])).toEqual(
    orders.map((each) => each.commit),
  );
  expect(git("log", "--first-parent", "--reverse", "--format=%s", `${world.base}..${BRANCH}`)).toBe(
    names.map((name) => `Merge ${name}: Do ${name}`).join("\n"),
  );
});

test("the whole is checked with every distinct gate on the branch's head", async () => {
  const integrator = world.open();
  const commit = world.work("t1", { "one.txt": "1\n" });
  await integrated(integrator, order("t1", commit));
  const gates = [gate("test -f one.txt"), gate("false"), { ...gate("false"), name: "again" }];
  const answer = await integrator.checkIntegrated({ gates }, new AbortController().signal);
  expect(answer).toMatchObject({ type: "checked", head: world.branch() });
  expect(answer.type === "checked" && answer.gates.map((each) => each.verdict)).toEqual(["passed", "failed"]);
});

test("the project may be a folder of the repository: gates run in it, paths are seen from it", async () => {
  world.repository.remove();
  world = anIntegrationWorld({ "app/a.txt": "a\n", "lib/b.txt": "b\n" }, "app");
  before = world.untouched();
  const integrator = world.open();
  await integrated(
    integrator,
    order("t1", world.work("t1", { "app/a.txt": "1\n", "lib/b.txt": "1\n" }), [gate("test -f a.txt")]),
  );
  const answer = await integrated(
    integrator,
    order("t2", world.work("t2", { "app/a.txt": "2\n", "lib/b.txt": "2\n" })),
  );
  expect(answer).toMatchObject({ type: "conflict", files: ["a.txt", "../lib/b.txt"] });
});

test("a commit that git does not know is a failure", async () => {
  const answer = await world.open().integrate(order("t1", "f".repeat(40)), new AbortController().signal);
  expect(answer).toMatchObject({ type: "failed" });
  expect(world.branch()).toBe(world.base);
});
