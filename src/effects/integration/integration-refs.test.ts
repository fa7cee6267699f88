import { afterEach, beforeEach, expect, test } from "vitest";
import {
  anIntegrationWorld,
  BRANCH,
  gate,
  type IntegrationWorld,
  integrated,
  order,
} from "../../../test/integration-world.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import { type Git, openGit } from "../git/git.ts";
import type { Integrator } from "./integration.ts";

let world: IntegrationWorld;
beforeEach(() => {
  world = anIntegrationWorld({ "a.txt": "a\n" });
});
afterEach(() => world.repository.remove());
const git = (...args: string[]) => world.repository.git(...args);
const merge = (integrator: Integrator, task: string) =>
  integrated(integrator, order(task, world.work(task, { [`${task}.txt`]: "x\n" })));

async function failureOf(integrator: Integrator, task: string): Promise<Failure> {
  const commit = world.work(task, { [`${task}.txt`]: "x\n" });
  const answer = await integrator.integrate(order(task, commit), new AbortController().signal);
  if (answer.type !== "failed") throw new Error(`expected a failure, got ${answer.integration.type}`);
  return answer.failure;
}

test.each(["the same Reeve", "another Reeve"])("a deleted branch is back with all that was merged: %s", async (who) => {
  const first = world.open();
  await merge(first, "t1");
  const lost = world.branch();
  git("update-ref", "-d", BRANCH);
  const later = who === "the same Reeve" ? first : world.open();
  expect(await merge(later, "t2")).toMatchObject({ type: "merged", onto: lost });
});

test("what was integrated survives the branch and its log", async () => {
  await merge(world.open(), "t1");
  const lost = world.branch();
  git("branch", "-D", "reeve/r1/integration");
  git("reflog", "expire", "--expire=now", "--all");
  git("gc", "--quiet", "--prune=now");
  expect(git("cat-file", "-t", lost)).toBe("commit");
});

test("where Reeve's own note is gone nobody guesses what was proved", async () => {
  await merge(world.open(), "t1");
  const head = world.branch();
  git("update-ref", "-d", "refs/reeve/integrated/r1");
  const failure = await failureOf(world.open(), "t2");
  expect(failure).toMatchObject({ class: "git_state", restart: "terminal" });
  expect(failure.message).toContain(`\`git update-ref refs/reeve/integrated/r1 ${head}\``);
  git("update-ref", "refs/reeve/integrated/r1", head);
  expect(await merge(world.open(), "t3")).toMatchObject({ type: "merged", onto: head });
});

test("a branch that never stands still is a failure after five tries", async () => {
  let moves = 0;
  const real = openGit(world.repository.dir);
  const restless: Git = {
    run: (args, options) => {
      if (options?.input?.includes(`update ${BRANCH}`)) {
        moves += 1;
        git("update-ref", BRANCH, world.work(`person-${moves}`, { [`${moves}.txt`]: "own\n" }, world.branch()));
      }
      return real.run(args, options);
    },
  };
  const what = order("t1", world.work("t1", { "t1.txt": "x\n" }));
  const answer = await world.open({ git: restless }).integrate(what, new AbortController().signal);
  expect(answer).toMatchObject({ type: "failed", failure: { class: "git_state", restart: "transient" } });
  expect(moves).toBe(5);
});

test("a branch that is checked out is not moved under its checkout", async () => {
  const integrator = world.open();
  await merge(integrator, "t1");
  const head = world.branch();
  git("switch", "--quiet", "reeve/r1/integration");
  const failure = await failureOf(integrator, "t2");
  expect(failure.message).toContain(`is checked out in ${world.repository.dir}`);
  expect(git("status", "--porcelain")).toBe("");
  expect(world.branch()).toBe(head);
  git("switch", "--quiet", "main");
  expect(await merge(integrator, "t3")).toMatchObject({ type: "merged", onto: head });
});

test("a branch that is checked out while the gates run is not moved either", async () => {
  const integrator = world.open({
    runGates: async () => {
      git("switch", "--quiet", "reeve/r1/integration");
      return [];
    },
  });
  const what = order("t1", world.work("t1", { "t1.txt": "x\n" }), [gate("true")]);
  const answer = await integrator.integrate(what, new AbortController().signal);
  expect(answer).toMatchObject({ type: "failed", failure: { restart: "terminal" } });
  expect(git("status", "--porcelain")).toBe("");
});

test("a lock that nobody lets go of on the integration branch is taken away, and the work is merged", async () => {
  const integrator = world.open();
  await merge(integrator, "t1");
  const head = world.branch();
  world.repository.write(`.git/${BRANCH}.lock`, "");
  expect(await merge(integrator, "t2")).toMatchObject({ type: "merged", onto: head });
});

test("packed refs and a detached HEAD make no difference", async () => {
  const integrator = world.open();
  await merge(integrator, "t1");
  const head = world.branch();
  git("switch", "--quiet", "--detach");
  git("pack-refs", "--all");
  expect(await merge(world.open(), "t2")).toMatchObject({ type: "merged", onto: head });
});
