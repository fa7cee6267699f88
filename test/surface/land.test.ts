/** How the work of a run gets into a branch of the user, in real repositories: as a whole. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Landing } from "../../src/domain/delivery/surface.ts";
import { openSurface } from "../../src/effects/surface/surface.ts";
import { gitIn } from "../repository.ts";
import { aLandingLab, BRANCH, type LandingLab, withoutOwnGitSettings } from "./landing-lab.ts";

let lab: LandingLab;
withoutOwnGitSettings();
beforeEach(() => {
  lab = aLandingLab();
});

describe("into the branch that is checked out", () => {
  it("fast-forwards the branch and the files", async () => {
    expect(await lab.land()).toEqual(landed({ how: "fast_forward", to: lab.proved, checkout: true }));
    expect(lab.repository.head()).toBe(lab.proved);
    expect(lab.repository.read("shared.txt")).toBe("two\n");
    expect(lab.repository.git("status", "--porcelain")).toBe("");
  });

  it("a second time says that it has landed already", async () => {
    await lab.land();
    expect(await lab.land()).toEqual({ type: "already", into: "main", at: lab.proved });
  });

  it("keeps local changes that are not in the way, staged or not", async () => {
    lab.repository.write("own.txt", "changed\n");
    lab.repository.write("untracked.txt", "u\n");
    lab.repository.git("add", "own.txt");
    const before = lab.repository.git("status", "--porcelain");
    expect(await lab.land()).toMatchObject({ type: "landed" });
    expect(lab.repository.git("status", "--porcelain")).toBe(before);
    expect(lab.repository.read("own.txt")).toBe("changed\n");
  });

  it.each([
    ["a changed file", "shared.txt"],
    ["a file that git does not know", "new.txt"],
  ])("refuses where %s is in the way, and changes nothing", async (_what, file) => {
    lab.repository.write(file, "precious\n");
    const before = lab.repository.git("status", "--porcelain");
    expect(await lab.land()).toMatchObject({ type: "refused", files: [file] });
    expect(lab.repository.head()).toBe(lab.base);
    expect(lab.repository.read(file)).toBe("precious\n");
    expect(lab.repository.git("status", "--porcelain")).toBe(before);
  });

  it("merges where the branch has moved on, under Reeve's name, and the files follow", async () => {
    const moved = lab.moveMain("other.txt", "other\n");
    const landing = await lab.land();
    expect(landing).toMatchObject({ type: "landed", how: "merge", proved: false, from: moved, checkout: true });
    expect(lab.repository.git("log", "-1", "--format=%an %P")).toBe(`Reeve ${moved} ${lab.proved}`);
    expect(lab.repository.git("log", "-1", "--format=%s")).toBe("Land r1: Do it");
    expect([lab.repository.read("other.txt"), lab.repository.read("shared.txt")]).toEqual(["other\n", "two\n"]);
    expect(lab.repository.git("status", "--porcelain")).toBe("");
  });

  it("refuses a merge that conflicts, names the files and leaves no half merge", async () => {
    const moved = lab.moveMain("shared.txt", "three\n");
    expect(await lab.land()).toMatchObject({ type: "refused", files: ["shared.txt"] });
    expect(lab.repository.head()).toBe(moved);
    expect(lab.repository.read("shared.txt")).toBe("three\n");
    expect(lab.repository.git("status", "--porcelain")).toBe("");
    expect(existsSync(join(lab.repository.dir, ".git", "MERGE_HEAD"))).toBe(false);
  });

  it("only a fast-forward: refuses where the branch has moved on", async () => {
    const moved = lab.moveMain("other.txt", "other\n");
    expect(await lab.land({ how: "fast_forward" })).toMatchObject({ type: "refused" });
    expect(lab.repository.head()).toBe(moved);
  });

  it("always a merge: makes one where a fast-forward would do", async () => {
    expect(await lab.land({ how: "merge" })).toMatchObject({ type: "landed", how: "merge", proved: true });
    expect(lab.repository.git("log", "-1", "--format=%P")).toBe(`${lab.base} ${lab.proved}`);
    expect(lab.repository.git("diff", lab.proved, "HEAD")).toBe("");
  });

  it("works from a folder of the project", async () => {
    lab.repository.write("deep/er/x", "");
    const landing = await openSurface(join(lab.repository.dir, "deep", "er")).land(lab.wish());
    expect(landing).toMatchObject({ type: "landed", checkout: true });
  });
});

describe("into a branch that is not checked out", () => {
  it("moves the branch and touches no file", async () => {
    lab.repository.git("checkout", "--quiet", "-b", "elsewhere");
    lab.repository.write("shared.txt", "dirty\n");
    expect(await lab.land()).toEqual(landed({ how: "fast_forward", to: lab.proved, checkout: false }));
    expect(lab.repository.git("rev-parse", "main")).toBe(lab.proved);
    expect(lab.repository.read("shared.txt")).toBe("dirty\n");
  });

  it("refuses where it is checked out in another worktree", async () => {
    lab.repository.git("checkout", "--quiet", "-b", "elsewhere");
    const other = join(dirname(lab.repository.dir), "other");
    lab.repository.git("worktree", "add", "--quiet", other, "main");
    expect(await lab.land()).toMatchObject({ type: "refused", sentence: expect.stringContaining(other) });
    expect(gitIn(other, "status", "--porcelain")).toBe("");
    expect(lab.repository.git("rev-parse", "main")).toBe(lab.base);
  });

  it("refuses while it is being rebased", async () => {
    lab.moveMain("shared.txt", "three\n");
    expect(() => lab.repository.git("rebase", BRANCH)).toThrow();
    const before = lab.repository.git("rev-parse", "main");
    expect(await lab.land()).toMatchObject({ type: "refused", sentence: expect.stringContaining("rebased") });
    expect(lab.repository.git("rev-parse", "main")).toBe(before);
  });
});

describe("the diff of a task", () => {
  it("is what git shows between two commits, or a sentence where one is gone", async () => {
    const surface = openSurface(lab.repository.dir);
    expect(await surface.diff(lab.base, lab.proved)).toMatchObject({
      type: "diff",
      text: expect.stringContaining("+two\n"),
    });
    const gone = await surface.diff(lab.base, "0123456789".repeat(4));
    expect(gone).toMatchObject({ type: "failed", sentence: expect.stringContaining("no longer in this repository") });
  });
});

function landed(given: { how: "fast_forward" | "merge"; to: string; checkout: boolean }): Landing {
  return { type: "landed", proved: true, into: "main", from: lab.base, ...given };
}
