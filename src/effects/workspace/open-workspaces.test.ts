/** Bounds, sizes, and the workspaces of a project without git. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { aRepository, type TestRepository } from "../../../test/repository.ts";
import { aWorkspaceLab, RUN } from "../../../test/workspace-lab.ts";
import { plainWorkspaces, worktreesUse } from "./open-workspaces.ts";

let user: TestRepository;

beforeEach(() => {
  user = aRepository({ "a.txt": "a\n".repeat(10_000) });
});

afterEach(() => user.remove());

test("no more worktrees are made at once than allowed, and all that are asked for", async () => {
  let now = 0;
  let most = 0;
  const runSetup = async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return null;
  };
  const setup = [{ name: "install", run: "true", timeoutS: 1 }];
  const lab = await aWorkspaceLab(user, { parallel: 2, setup, runSetup });
  const tasks = ["t1", "t2", "t3", "t4", "t5", "t6"];
  const ready = await Promise.all(tasks.map((task) => lab.ready({ task, attempt: `${task}.1` })));
  expect(new Set(ready.map(({ dir }) => dir)).size).toBe(6);
  expect(most).toBeLessThanOrEqual(2);
});

test("what a run's worktrees take is told, nothing is nothing, and of very many files a part is counted", async () => {
  const stateDir = `${user.dir}/.reeve`;
  expect(await worktreesUse(stateDir, RUN, 1000)).toMatchObject({ bytes: 0, isPart: false });
  const lab = await aWorkspaceLab(user);
  await lab.ready();
  const all = await worktreesUse(stateDir, RUN, 1000);
  expect(all).toMatchObject({ bytes: expect.toSatisfy((bytes) => bytes >= 20_000), isPart: false });
  const part = await worktreesUse(stateDir, RUN, 1);
  expect(part.isPart).toBe(true);
  expect(part.bytes).toBeLessThan(all.bytes);
});

test("a broken integration branch is a failure, not a throw", async () => {
  const lab = await aWorkspaceLab(user);
  await lab.ready();
  user.write(".git/refs/heads/reeve/r1/integration", "broken\n");
  const prepared = await lab.workspaces.prepare({
    attempt: "b.1",
    task: "b",
    title: "B",
    number: 1,
    changeset: "keep",
  });
  expect(prepared).toMatchObject({ type: "failed", failure: { class: "git_state" } });
});

test("without git every attempt works in the project's own folder", async () => {
  const plain = plainWorkspaces(user.dir);
  const order = { attempt: "b.1", task: "b", title: "B", number: 1, changeset: "discard" } as const;
  expect(await plain.prepare(order)).toEqual({ type: "ready", dir: user.dir, workspace: null, parked: null });
  expect([plain.dirOf("b", "B"), await plain.recover(), await plain.outsideWrites()]).toEqual([user.dir, null, []]);
});
