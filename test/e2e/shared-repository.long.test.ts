/** Worktrees where somebody else is about: other projects in the same repository, and a person who does not want to wait. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../wait.ts";
import { aGitProject, writes } from "./git-kit.ts";
import { aProject, planOf } from "./kit.ts";

describe("a repository", () => {
  it("that other projects work in too is shared without mixing up their runs", () => {
    const it = aGitProject(planOf("a"), { a: writes("a.txt", "of the first") });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    const merged = it.git("rev-parse", "reeve/r1");
    const other = aProject();
    it.git("worktree", "add", "--quiet", "-b", "side", join(other.dir, "checkout"), "main");
    const second = other.at("checkout").reeve("run", "plan.yaml");
    expect(second).toMatchObject({ code: 0, out: expect.stringContaining("r2 starts") });
    expect(it.git("rev-parse", "reeve/r1")).toBe(merged);
    expect(it.git("show", "reeve/r2:a.txt")).toBe("of the first");
    expect(other.at("checkout").reeve("clean", "--dry-run", "--older-than", "0h").out).not.toMatch(/\br1\b/);
  });
});

describe("a new worktree", () => {
  it("that is being set up when the person stops keeps nobody waiting, and the run goes on later", async () => {
    const settings = "workspace: { setup: ['touch ../../../../in-setup; test -e ../../../../go || sleep 600'] }\n";
    const it = aGitProject(planOf("a"), { a: writes("a.txt", "a") }, { settings });
    const running = it.project.start("run", "plan.yaml");
    await until("the setup to begin", () => existsSync(join(it.project.dir, "in-setup")));
    running.signal("SIGINT");
    expect((await running.ended).code).toBe(4);
    it.project.write("go", "");
    expect(it.project.reeve("run").code).toBe(0);
    expect(it.git("show", "reeve/r1:a.txt")).toBe("a");
  });
});
