/** An agent makes links that lead out of its workspace: real git, real processes, the built command. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aGitProject, verdictOf, writes } from "../e2e/git-kit.ts";
import { DONE, planOf } from "../e2e/kit.ts";
import { aPlace, gateOf, mergedText, ONCE } from "./attack-kit.ts";

describe("a link that leads out of the workspace", () => {
  it.each([
    ["absolute", "/etc/hostname"],
    ["above the repository", "../../../../../outside"],
    ["by way of a folder", "deep/../../../outside"],
    ["into git's own folder", ".git/config"],
  ])("is a finding of its own: %s", (_how, target) => {
    const it = aGitProject(
      planOf("a"),
      { a: `mkdir -p deep; echo x > deep/x; ln -s ${target} out; ${DONE}` },
      { settings: ONCE },
    );
    expect(it.project.reeve("run", "plan.yaml").code).not.toBe(0);
    expect(gateOf(it, "a.1", "links")).toMatchObject({ verdict: "failed", evidence: [`out -> ${target}`] });
    expect(mergedText(it, "out")).toBeNull();
  });

  it("is none where it stays inside, leads to nothing yet, or was there before", () => {
    const it = aGitProject(
      planOf("a"),
      { a: `ln -s part.txt same; ln -s later not-yet; echo y > part.txt; ${DONE}` },
      { files: { "part.txt": "x\n" } },
    );
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(verdictOf(it, "a.1", "links")).toBe("passed");
  });

  it("in the place of its worktree is not followed", () => {
    const place = aPlace();
    writeFileSync(join(place, "theirs.txt"), "theirs\n");
    const swap = `here=$PWD; cd /; rm -rf "$here"; ln -s "${place}" "$here"; ${DONE}`;
    const it = aGitProject(planOf("a"), { a: swap }, { settings: ONCE });
    expect(it.project.reeve("run", "plan.yaml").code).not.toBe(0);
    expect(readdirSync(place)).toEqual(["theirs.txt"]);
    expect(mergedText(it, "theirs.txt")).toBeNull();
  });

  it("is not read through when a file is named by it", () => {
    const place = aPlace();
    writeFileSync(join(place, "there.txt"), "there\n");
    const it = aGitProject(
      planOf("id: a, files: [out/there.txt, a.txt]"),
      { a: `ln -s "${place}" out; ${writes("a.txt", "a")}` },
      { settings: ONCE },
    );
    expect(it.project.reeve("run", "plan.yaml").code).not.toBe(0);
    expect(existsSync(join(place, "there.txt"))).toBe(true);
    expect(mergedText(it, "a.txt")).toBeNull();
  });
});
