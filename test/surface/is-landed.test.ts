/** Whether the work of a run is where it belongs, in real repositories: by Reeve, by hand, by a pull request of any kind. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { isLanded } from "../../src/app/deliver/is-landed.ts";
import { projectFleet } from "../../src/app/look/fleet-view.ts";
import { findProject } from "../../src/app/project/project.ts";
import { given } from "../../src/testing/given.ts";
import { done } from "../../src/testing/outcomes.ts";
import { gitIn } from "../repository.ts";
import { aLandingLab, BRANCH, type LandingLab, withoutOwnGitSettings } from "./landing-lab.ts";

withoutOwnGitSettings();

/** An ended run with one task done, which began at the lab's base on `main`. */
function ended(
  { base, proved, repository }: LandingLab,
  branch: string | null = "main",
  landed: { into: string; to: string } | null = null,
) {
  const run = given({ tasks: ["a"] }).up("a.1");
  run.ends("a.1", done("a"));
  const view = projectFleet(run.state, 0);
  const known = { base: { commit: base, branch }, branch: BRANCH, head: proved, landed };
  const integration = { ...known, mergeQueue: [], check: "green" as const };
  const counts = { ...view.counts, done: 1 };
  const matter = { ...view, integration, counts, run: { ...view.run, id: "r1", phase: "ended" as const } };
  return (phase: typeof view.run.phase = "ended") =>
    isLanded(findProject(repository.dir), { ...matter, run: { ...matter.run, phase } });
}

it("has not landed while it lies on its branch alone", async () => {
  const lab = aLandingLab();
  expect(await ended(lab)()).toBe(false);
  lab.moveMain("other.txt", "meanwhile\n");
  expect(await ended(lab)()).toBe(false);
});

it("has landed by reeve land, and stays so whatever follows", async () => {
  const lab = aLandingLab();
  await lab.land();
  expect(await ended(lab)()).toBe(true);
  lab.moveMain("shared.txt", "three\n");
  expect(await ended(lab)()).toBe(true);
});

it("is not asked of a run that is still worked on", async () => {
  const lab = aLandingLab();
  await lab.land();
  expect(await ended(lab)("working")).toBe(false);
});

it("has landed by git merge", async () => {
  const lab = aLandingLab();
  lab.moveMain("other.txt", "meanwhile\n");
  lab.repository.git("merge", "--quiet", "--no-edit", BRANCH);
  expect(await ended(lab)()).toBe(true);
});

it("has landed squashed, also after its files were changed again", async () => {
  const lab = aLandingLab();
  lab.repository.git("merge", "--quiet", "--squash", BRANCH);
  lab.repository.commit("All of r1 (#7)");
  expect(await ended(lab)()).toBe(true);
  lab.moveMain("shared.txt", "three\n");
  expect(await ended(lab)()).toBe(true);
});

it("has not landed when only a part of it was taken", async () => {
  const lab = aLandingLab();
  lab.repository.git("checkout", "--quiet", BRANCH, "--", "new.txt");
  lab.repository.commit("A part of r1");
  expect(await ended(lab)()).toBe(false);
});

it("has landed at the remote, as it was last fetched", async () => {
  const lab = aLandingLab();
  const { repository } = lab;
  const remote = join(repository.dir, "..", "remote.git");
  gitIn(repository.dir, "clone", "--quiet", "--bare", repository.dir, remote);
  repository.git("remote", "add", "origin", remote);
  repository.git("fetch", "--quiet", "origin");
  expect(await ended(lab)()).toBe(false);
  gitIn(remote, "update-ref", "refs/heads/main", lab.proved);
  repository.git("fetch", "--quiet", "origin");
  expect(await ended(lab)()).toBe(true);
});

it("has not landed because somebody deleted its branch", async () => {
  const lab = aLandingLab();
  lab.repository.git("branch", "--quiet", "-D", BRANCH);
  expect(await ended(lab)()).toBe(false);
});

it("is known by what was merged last where its branch was deleted after it had landed", async () => {
  const lab = aLandingLab();
  lab.repository.git("merge", "--quiet", "--squash", BRANCH);
  lab.repository.commit("All of r1 (#7)");
  lab.repository.git("branch", "--quiet", "-D", BRANCH);
  expect(await ended(lab)()).toBe(true);
});

it("has landed where reeve land was told to bring it, also when that is not where the run began", async () => {
  const lab = aLandingLab();
  lab.repository.git("branch", "--quiet", "release", lab.base);
  await lab.land({ into: "release" });
  expect(await ended(lab)()).toBe(false);
  const to = lab.repository.git("rev-parse", "release").trim();
  expect(await ended(lab, "main", { into: "release", to })()).toBe(true);
});

it("answers again at once from what it knows, and asks git anew when a branch has moved", async () => {
  const lab = aLandingLab();
  const landed = ended(lab);
  expect([await landed(), await landed()]).toEqual([false, false]);
  lab.repository.git("merge", "--quiet", BRANCH);
  expect(await landed()).toBe(true);
});
