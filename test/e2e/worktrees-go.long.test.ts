import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, gatesOf, inTurn, writes } from "./git-kit.ts";
import { DONE, eventsOf, ofType, planOf } from "./kit.ts";

function worktreesOf({ project }: GitProject): string[] {
  const dir = join(project.dir, ".reeve/worktrees/r1");
  return existsSync(dir) ? readdirSync(dir).filter((name) => !name.startsWith("@")) : [];
}

describe("a task's worktree", () => {
  it("goes when its work is merged, and comes again for whoever deleted it", () => {
    const it = aGitProject(planOf("a", "b", "c"), {
      a: writes("a.txt", "a"),
      b: inTurn(`rm -rf "$PWD"; ${DONE}`, writes("b.txt", "b")),
      c: inTurn(`echo '*' > .gitignore; echo x > c.txt; ${DONE}`, `rm .gitignore; ${writes("c.txt", "c")}`),
    });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(ofType(eventsOf(it.project), "question_asked")).toEqual([]);
    expect(it.git("ls-tree", "--name-only", "reeve/r1").split("\n")).toEqual(
      expect.arrayContaining(["a.txt", "b.txt", "c.txt"]),
    );
    expect(gatesOf(it, "b.1")).toMatchObject([{ gate: "diff", verdict: "failed" }]);
    expect(gatesOf(it, "b.1")[0]?.message).toContain("was deleted");
    expect(gatesOf(it, "c.1")[0]?.message).toContain("Git ignores what was written: ");
    expect(gatesOf(it, "c.1")[0]?.message).toContain("c.txt");
    expect(worktreesOf(it)).toEqual([]);
    expect(it.git("worktree", "list").split("\n").length).toBe(
      1 + readdirSync(join(it.project.dir, ".reeve/worktrees/r1")).length,
    );
    const review = it.project.reeve("review", "--task", "a", "--diff");
    expect([review.code, review.out]).toEqual([0, expect.stringContaining("+a")]);
  });

  it("stays with `workspace.keep: all`", () => {
    const it = aGitProject(planOf("a"), { a: writes("a.txt", "a") }, { settings: "workspace: { keep: all }\n" });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(worktreesOf(it)).toEqual(["a"]);
  });
});
