/** Review, diff, pull requests and landing through their use cases, in a real repository. */
import { readFileSync } from "node:fs";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { refusalOf, valueIn } from "../../../test/app-lab.ts";
import { aRepository, type TestRepository } from "../../../test/repository.ts";
import { aJournaledRun, INTEGRATION } from "../../../test/surface/journaled-run.ts";
import { openSurface } from "../../effects/surface/surface.ts";
import { findProject, type Project } from "../project/project.ts";
import { land } from "./land.ts";
import { openPullRequests } from "./open-pull-requests.ts";
import { diffTask, reviewRun, reviewTask, reviewWithDisk } from "./read-review.ts";

const NOW = { now: 61_000 };
const world = {
  openSurface: async ({ root }: Project) => openSurface(root, { PATH: "/nowhere" }),
  openFleet: () => Promise.reject(new Error("nothing is to be worked")),
  worktreesUse: async () => ({ bytes: 7, isPart: false }),
};

beforeEach(() => {
  vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null");
  vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
});

function aProject(): { readonly repository: TestRepository; readonly project: Project } {
  const repository = aRepository({ "README.md": "# A project\n", ".gitignore": ".reeve\n" });
  onTestFinished(() => repository.remove());
  return { repository, project: findProject(repository.dir) };
}

test("a review is data: the run, its tasks, and what its worktrees take", async () => {
  const { repository, project } = aProject();
  await aJournaledRun(repository);
  expect(valueIn(await reviewRun(project, NOW))).toMatchObject({
    run: { id: "r1", health: "green" },
    tasks: [{ id: "a" }],
  });
  expect(valueIn(await reviewWithDisk(world, project, NOW)).worktrees).toEqual({ bytes: 7, isPart: false });
  expect(valueIn(await reviewTask(project, "a", NOW)).task).toMatchObject({ id: "a", status: "done" });
  expect(refusalOf(await reviewTask(project, "x", NOW))).toMatchObject({ refusal: { what: "unknown_task" } });
  expect(refusalOf(await reviewRun(project, { ...NOW, run: "r9" }))).toMatchObject({ what: "no_run" });
});

test("a diff is what the task's commit changed; without a commit there is none", async () => {
  const { repository, project } = aProject();
  await aJournaledRun(repository, "open");
  expect(valueIn(await diffTask(world, project, "a", NOW)).diff).toContain("+first");
  expect(refusalOf(await diffTask(world, project, "b", NOW))).toEqual({ what: "no_diff", task: "b" });
});

const LAND = { ...NOW, into: undefined, how: "any", partial: false } as const;

test("what is finished and green lands, and is there the second time", async () => {
  const { repository, project } = aProject();
  const { head } = await aJournaledRun(repository);
  expect(valueIn(await land(world, project, LAND))).toMatchObject({ run: "r1", landing: { type: "landed", to: head } });
  expect(valueIn(await land(world, project, LAND)).landing).toMatchObject({ type: "already", at: head });
});

test("what is not ready is refused with the obstacle and its facts", async () => {
  const { repository, project } = aProject();
  await aJournaledRun(repository, "given_up");
  expect(refusalOf(await land(world, project, LAND))).toEqual({
    what: "not_ready",
    wanted: "land",
    obstacle: { kind: "partial", run: "r1", missing: ["b"] },
  });
  expect(valueIn(await land(world, project, { ...LAND, partial: true })).landing.type).toBe("landed");
});

test("files in the way of landing are named", async () => {
  const { repository, project } = aProject();
  await aJournaledRun(repository);
  repository.write("first.txt", "mine\n");
  expect(refusalOf(await land(world, project, LAND))).toMatchObject({ what: "landing_refused", files: ["first.txt"] });
  expect(repository.read("first.txt")).toBe("mine\n");
});

const PROPOSE = { ...NOW, perTask: false, remote: undefined, branch: null, anyway: false };
const writer = {
  ofRun: () => "the review\n",
  ofTask: () => "one task",
  title: (text: string) => text,
};

test("pull requests: the review is kept in a file, worded by whoever asks, also where there is no remote", async () => {
  const { repository, project } = aProject();
  const { reviewFile } = await aJournaledRun(repository);
  const { publication, file } = valueIn(await openPullRequests(world, project, PROPOSE, writer));
  expect(publication).toMatchObject({ type: "no_remote", asked: false });
  expect(file).toBe(reviewFile);
  expect(readFileSync(file, "utf8")).toBe("the review\n");
});

test("pull requests of a run that has not ended are refused, and drafts on request", async () => {
  const { repository, project } = aProject();
  await aJournaledRun(repository, "open");
  expect(refusalOf(await openPullRequests(world, project, PROPOSE, writer))).toMatchObject({
    what: "not_ready",
    wanted: "propose",
    obstacle: { kind: "unfinished", done: 1, total: 2 },
  });
  const proposed: unknown[] = [];
  const publish = async (wish: { readonly proposals: readonly unknown[] }) => {
    proposed.push(...wish.proposals);
    return { type: "failed" as const, sentence: "" };
  };
  const watched = { openSurface: async (of: Project) => ({ ...(await world.openSurface(of)), publish }) };
  valueIn(await openPullRequests(watched, project, { ...PROPOSE, anyway: true }, writer));
  expect(proposed).toMatchObject([{ branch: INTEGRATION, draft: true, body: "the review\n" }]);
});
