import { join } from "node:path";
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
import { openIntegrationRefs } from "./integration-refs.ts";
import { mergeMessage } from "./merge-history.ts";

let world: IntegrationWorld;
beforeEach(() => {
  world = anIntegrationWorld({ "a.txt": "a\n" });
});
afterEach(() => world.repository.remove());
const git = (...args: string[]) => world.repository.git(...args);
const openRefs = (git = openGit(world.repository.dir)) =>
  openIntegrationRefs(git, join(world.repository.dir, ".git"), "r1", world.base);
const merge = (integrator: Integrator, task: string) =>
  integrated(integrator, order(task, world.work(task, { [`${task}.txt`]: "x\n" })));

async function failureOf(integrator: Integrator, task: string): Promise<Failure> {
  const commit = world.work(task, { [`${task}.txt`]: "x\n" });
  const answer = await integrator.integrate(order(task, commit), new AbortController().signal);
  if (answer.type !== "failed") throw new Error(`expected a failure, got ${answer.integration.type}`);
  return answer.failure;
}

test("a branch that was moved back is brought forward again", async () => {
  const refs = openRefs();
  const integrator = world.open({ refs });
  await merge(integrator, "t1");
  const ahead = world.branch();
  git("update-ref", BRANCH, world.work("elsewhere", {}));
  expect(await merge(integrator, "t2")).toMatchObject({ type: "merged", onto: ahead });
  expect(refs.takeMoves()).toHaveLength(1);
});

test("who only reads what is integrated has the branch set back as well", async () => {
  const refs = openRefs();
  const integrator = world.open({ refs });
  await merge(integrator, "t1");
  const sound = world.branch();
  const head = { commit: sound, tree: git("rev-parse", `${sound}^{tree}`) };
  expect(await refs.readHead()).toMatchObject({ type: "head", head });
  git("update-ref", BRANCH, world.work("person", { "own.txt": "own\n" }, sound));
  expect(await refs.readHead()).toMatchObject({ type: "head", head });
  expect(world.branch()).toBe(sound);
  expect(refs.takeMoves()).toHaveLength(1);
  git("update-ref", "-d", BRANCH);
  expect(await refs.readHead()).toMatchObject({ type: "head", head });
  expect(world.branch()).toBe(sound);
  git("pack-refs", "--all");
  expect(await refs.readHead()).toMatchObject({ type: "head", head });
});

test("what another Reeve has merged meanwhile is what is read", async () => {
  const refs = openRefs();
  await refs.readHead();
  await merge(world.open(), "t1");
  expect(await refs.readHead()).toMatchObject({ head: { commit: world.branch() } });
  expect(refs.takeMoves()).toEqual([]);
});

test("where refs stand still, reading what is integrated starts no git", async () => {
  const git = openGit(world.repository.dir);
  let calls = 0;
  const counting: Git = {
    run: (args, options) => {
      calls += 1;
      return git.run(args, options);
    },
  };
  const refs = openRefs(counting);
  await merge(world.open({ refs }), "t1");
  const before = calls;
  expect(await refs.readHead()).toMatchObject({ head: { commit: world.branch() } });
  expect(calls).toBe(before);
});

test.each([
  ["after a merge", true],
  ["before the first merge", false],
])("commits that somebody else put on the branch are put aside and told, %s", async (_when, isMerged) => {
  const refs = openRefs();
  const integrator = world.open({ refs });
  if (isMerged) await merge(integrator, "t1");
  else await refs.read();
  const sound = world.branch();
  const own = world.work("person", { "own.txt": "own\n" }, sound);
  git("update-ref", BRANCH, own);
  expect(await merge(integrator, "t2")).toMatchObject({ type: "merged", onto: sound });
  expect(git("show", "--format=%s", "--name-only", "refs/reeve/parked/r1/@integration/1^1")).toContain("own.txt");
  expect(git("ls-tree", "--name-only", world.branch())).not.toContain("own.txt");
  const [told, ...others] = refs.takeMoves();
  expect(told).toContain(`${BRANCH} was moved to ${own}`);
  expect(told).toContain("`reeve parked restore r1/@integration/1`");
  expect([...others, ...refs.takeMoves()]).toEqual([]);
});

test("what looks like a merge of Reeve's own and is not is put aside as well", async () => {
  const refs = openRefs();
  const integrator = world.open({ refs });
  await merge(integrator, "t1");
  const sound = world.branch();
  const work = world.work("t2", { "t2.txt": "x\n" });
  const message = mergeMessage({ run: "r1", ...order("t2", work) });
  const forged = git("commit-tree", `${work}^{tree}`, "-p", sound, "-p", work, "-m", message);
  git("update-ref", BRANCH, forged);
  expect(await refs.read()).toMatchObject({ type: "head", head: { commit: sound } });
  expect(world.branch()).toBe(sound);
  expect(refs.takeMoves()).toHaveLength(1);
});

test("killed between its two refs, the branch is brought forward in silence and nothing is merged twice", async () => {
  const refs = openRefs();
  await merge(world.open(), "t1");
  const before = world.branch();
  const work = world.work("t2", { "t2.txt": "x\n" });
  await integrated(world.open(), order("t2", work));
  const after = world.branch();
  git("update-ref", BRANCH, before);
  expect(await integrated(world.open({ refs }), order("t2", work))).toMatchObject({ commit: after, onto: before });
  expect(world.branch()).toBe(after);
  expect(refs.takeMoves()).toEqual([]);
});

test("the same foreign commit is put aside once, another one beside it", async () => {
  const refs = openRefs();
  await refs.read();
  const [one, two] = [world.work("one", { "1.txt": "1\n" }), world.work("two", { "2.txt": "2\n" })];
  for (const commit of [one, one, two]) {
    git("update-ref", BRANCH, commit);
    await refs.read();
  }
  const parked = git("for-each-ref", "--format=%(refname)", "refs/reeve/parked").split("\n");
  expect(parked).toEqual(["refs/reeve/parked/r1/@integration/1", "refs/reeve/parked/r1/@integration/2"]);
});

test("a branch that somebody moves while the gates run is set back, and only what they saw is merged", async () => {
  const seen: string[] = [];
  const integrator = world.open({
    runGates: async ({ dir }) => {
      git("update-ref", BRANCH, world.work("person", { "own.txt": "own\n" }));
      seen.push(git("-C", dir, "ls-files"));
      return [];
    },
  });
  const what = order("t1", world.work("t1", { "t1.txt": "x\n" }), [gate("true")]);
  expect(await integrated(integrator, what)).toMatchObject({ type: "merged", commit: world.branch() });
  expect(seen).toEqual(["a.txt\nt1.txt"]);
  expect(git("ls-tree", "--name-only", world.branch())).toBe("a.txt\nt1.txt");
});

test("commits made in a checkout of the branch are put aside once it is free", async () => {
  const refs = openRefs();
  const integrator = world.open({ refs });
  await merge(integrator, "t1");
  const head = world.branch();
  git("switch", "--quiet", "reeve/r1/integration");
  git("commit", "--quiet", "--allow-empty", "--message", "mine");
  expect((await failureOf(integrator, "t2")).message).toContain("is checked out in");
  expect(git("log", "-1", "--format=%s")).toBe("mine");
  git("switch", "--quiet", "main");
  expect(await merge(integrator, "t3")).toMatchObject({ type: "merged", onto: head });
  expect(refs.takeMoves()).toHaveLength(1);
});
