/** What reaches a remote, against a real bare one on disk and a program that stands in for `gh`. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Proposal, Publication, PublishedPart } from "../../src/domain/delivery/surface.ts";
import { openSurface } from "../../src/effects/surface/surface.ts";
import { gitIn } from "../repository.ts";
import { withoutOwnGitSettings } from "./landing-lab.ts";
import { aPublishLab, BRANCH, NO_GH, type PublishLab, partOf, proposal } from "./publish-lab.ts";
import { standInGh } from "./stand-in-gh.ts";

let lab: PublishLab;
withoutOwnGitSettings();
beforeEach(() => {
  lab = aPublishLab();
});

describe("with gh installed and logged in", () => {
  it("pushes the branch and opens a pull request with its base, title and text", async () => {
    const gh = standInGh(lab.home);
    const commit = lab.commitOn(BRANCH, "a");
    const publication = await lab.publish(gh.env, proposal({ commit, body: "What was done\n", title: "-- a title" }));
    expect(publication).toEqual(published({ type: "proposed", url: "https://forge.example/pull/1", fresh: true }));
    expect(lab.onRemote(BRANCH)).toBe(commit);
    expect(gh.calls().at(-1)).toEqual([
      "pr",
      "create",
      `--repo=${lab.remote}`,
      `--head=${BRANCH}`,
      "--base=main",
      "--title=-- a title",
      "--body-file=-",
    ]);
    expect(gh.body()).toBe("What was done\n");
  });

  it("the same again opens no second one and says where the first is", async () => {
    const gh = standInGh(lab.home);
    const wish = proposal({ commit: lab.commitOn(BRANCH, "a") });
    await lab.publish(gh.env, wish);
    const again = await lab.publish(gh.env, wish);
    expect(again).toEqual(published({ type: "proposed", url: "https://forge.example/pull/1", fresh: false }));
    expect(gh.calls().filter((call) => call[1] === "create")).toHaveLength(1);
  });

  it("more work on the branch is pushed to the pull request that exists", async () => {
    const gh = standInGh(lab.home);
    await lab.publish(gh.env, proposal({ commit: lab.commitOn(BRANCH, "a") }));
    const commit = lab.commitOn(BRANCH, "b");
    const publication = await lab.publish(gh.env, proposal({ commit }));
    expect(publication).toEqual(published({ type: "proposed", url: "https://forge.example/pull/1", fresh: false }));
    expect(lab.onRemote(BRANCH)).toBe(commit);
  });

  it("a base the remote does not have is replaced by the remote's own", async () => {
    const gh = standInGh(lab.home);
    await lab.publish(gh.env, proposal({ commit: lab.commitOn(BRANCH, "a"), base: "only-here" }));
    expect(gh.calls().at(-1)).toContain("--base=main");
  });

  it("opens one per task, a later one against the branch of the one it builds on, and drafts as drafts", async () => {
    const gh = standInGh(lab.home);
    const first = proposal({ branch: "reeve/r1/a-first", commit: lab.commitOn("reeve/r1/a-first", "a") });
    const second = proposal({
      branch: "reeve/r1/b-second",
      commit: lab.commitOn("reeve/r1/b-second", "b"),
      base: "reeve/r1/a-first",
      draft: true,
    });
    await lab.publish(gh.env, first, second);
    const created = gh.calls().filter((call) => call[1] === "create");
    expect(created.map((call) => call.find((word) => word.startsWith("--base=")))).toEqual([
      "--base=main",
      "--base=reeve/r1/a-first",
    ]);
    expect(created.map((call) => call.includes("--draft"))).toEqual([false, true]);
  });

  it("what gh says when it fails is told without credentials; the branch is pushed all the same", async () => {
    const gh = standInGh(lab.home, {
      refusal: "https://me:pass@forge.example said\u001b[31m no to ghp_0123456789abcdefghij",
    });
    const commit = lab.commitOn(BRANCH, "a");
    const publication = await lab.publish(gh.env, proposal({ commit }));
    const because = "`gh pr create` failed: https://forge.example said no to [redacted]";
    expect(publication).toEqual(published({ type: "pushed", because }));
    expect(lab.onRemote(BRANCH)).toBe(commit);
  });
});

describe("without pull requests", () => {
  it("gh not logged in: pushes the branch and says what is missing", async () => {
    const commit = lab.commitOn(BRANCH, "a");
    const publication = await lab.publish(standInGh(lab.home, { loggedIn: false }).env, proposal({ commit }));
    expect(partOf(publication)).toMatchObject({ type: "pushed", because: expect.stringContaining("`gh auth login`") });
    expect(lab.onRemote(BRANCH)).toBe(commit);
  });

  it("gh not installed: pushes the branch and says so", async () => {
    const publication = await lab.publish(NO_GH, proposal({ commit: lab.commitOn(BRANCH, "a") }));
    expect(partOf(publication)).toMatchObject({ type: "pushed", because: expect.stringContaining("not installed") });
  });

  it("a gh that the repository brings along is not run", async () => {
    const commit = lab.commitOn(BRANCH, "a");
    const gh = standInGh(lab.repository.dir);
    const publication = await lab.publish({ PATH: "gh-bin:/nowhere" }, proposal({ commit }));
    expect(partOf(publication)).toMatchObject({ type: "pushed", because: expect.stringContaining("not installed") });
    expect(gh.calls()).toEqual([]);
  });
});

type Named = PublishedPart extends infer P ? (P extends PublishedPart ? Omit<P, "branch"> : never) : never;

describe("the review of a branch that no forge shows", () => {
  const publishWith = (review: string, ...proposals: Proposal[]) =>
    openSurface(lab.repository.dir, NO_GH).publish({ proposals, review });

  it("stands beside it as the only file of a branch of its own, and the branch itself is as it was proved", async () => {
    const commit = lab.commitOn(BRANCH, "a");
    const publication = await publishWith("# What was done\n", proposal({ commit }));
    expect(partOf(publication)).toMatchObject({ type: "pushed", review: `${BRANCH}-review` });
    expect(lab.onRemote(BRANCH)).toBe(commit);
    expect(gitIn(lab.remote, "ls-tree", "-r", "--name-only", `${BRANCH}-review`)).toBe("review.md");
    expect(gitIn(lab.remote, "show", `${BRANCH}-review:review.md`)).toBe("# What was done");
  });

  it("is the same commit when it is published again, and another one's branch of that name stays", async () => {
    const wish = proposal({ commit: lab.commitOn(BRANCH, "a") });
    await publishWith("One\n", wish);
    const first = lab.onRemote(`${BRANCH}-review`);
    expect(partOf(await publishWith("One\n", wish))).toMatchObject({ review: `${BRANCH}-review` });
    expect(partOf(await publishWith("Two\n", wish))).not.toHaveProperty("review");
    expect(lab.onRemote(`${BRANCH}-review`)).toBe(first);
  });

  it("is not needed where a pull request shows it", async () => {
    const gh = standInGh(lab.home);
    const wish = proposal({ commit: lab.commitOn(BRANCH, "a") });
    await openSurface(lab.repository.dir, gh.env).publish({ proposals: [wish], review: "One\n" });
    expect(gitIn(lab.remote, "branch", "--list", "*-review")).toBe("");
  });
});

function published(part: Named): Publication {
  return { type: "published", remote: "origin", parts: [{ branch: BRANCH, ...part }] };
}
