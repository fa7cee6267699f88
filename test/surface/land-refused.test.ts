/** What keeps the work of a run from landing; then nothing is changed, whoever else is at work. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Git, openGit } from "../../src/effects/git/git.ts";
import { land as landWith } from "../../src/effects/surface/land.ts";
import { aLandingLab, BRANCH, type LandingLab, withoutOwnGitSettings } from "./landing-lab.ts";

let lab: LandingLab;
withoutOwnGitSettings();
beforeEach(() => {
  lab = aLandingLab();
});

describe("refusals", () => {
  it.each([
    ["a branch that does not exist", { into: "nowhere" }, "no branch nowhere"],
    ["a name that is none", { into: "--help" }, "--help"],
    ["a branch of Reeve's own", { into: "reeve/r1/x" }, "own branches"],
    ["a commit that is gone", { commit: "0123456789".repeat(4) }, "no longer in this repository"],
  ])("%s", async (_what, given, words) => {
    expect(await lab.land(given)).toMatchObject({ type: "refused", sentence: expect.stringContaining(words) });
    expect(lab.repository.head()).toBe(lab.base);
  });

  it("a branch without the commit the run began from, unless a person has named it", async () => {
    lab.repository.git("checkout", "--quiet", "--orphan", "unrelated");
    const other = lab.repository.commit("Begin elsewhere");
    const landing = await lab.land({ into: "unrelated", base: lab.base });
    expect(landing).toMatchObject({ type: "refused", sentence: expect.stringContaining("`--into unrelated`") });
    expect(lab.repository.head()).toBe(other);
    expect(await lab.land({ base: lab.base })).toMatchObject({ type: "landed" });
  });

  it("an integration branch that somebody else has changed", async () => {
    lab.repository.git("branch", "--force", BRANCH, lab.base);
    expect(await lab.land()).toMatchObject({ type: "refused", sentence: expect.stringContaining("somebody else") });
    expect(lab.repository.head()).toBe(lab.base);
  });
});

describe("while somebody else moves the branch", () => {
  it.each([
    ["checked out", "merge"],
    ["not checked out", "update-ref"],
  ])("%s: refuses, and their work stays", async (_where, verb) => {
    if (verb === "update-ref") lab.repository.git("checkout", "--quiet", "-b", "elsewhere");
    const git = openGit(lab.repository.dir);
    let theirs = "";
    const meddled: Git = {
      run: (args, options) => {
        if (args[0] === verb) theirs = commitBehindOurBack();
        return git.run(args, options);
      },
    };
    expect(await landWith(meddled, lab.wish())).toMatchObject({ type: "refused" });
    expect(theirs).not.toBe("");
    expect(lab.repository.git("rev-parse", "main")).toBe(theirs);
  });
});

/** Moves main without touching a checkout. */
function commitBehindOurBack(): string {
  const commit = lab.repository.git("commit-tree", "-p", lab.base, "-m", "Meanwhile", `${lab.base}^{tree}`);
  lab.repository.git("update-ref", "refs/heads/main", commit);
  return commit;
}
