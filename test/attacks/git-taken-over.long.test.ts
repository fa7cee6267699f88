/** What an agent has configured in git outlives its run: whatever begins or talks to a remote afterwards does not go by it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aGitProject, writes } from "../e2e/git-kit.ts";
import { gitIn } from "../repository.ts";
import { until } from "../wait.ts";
import { aPlace } from "./attack-kit.ts";
import { aTrap, EPIC } from "./poison-kit.ts";

describe("what an agent has made of git's configuration", () => {
  it("is not taken over by the next run, until a person has looked; undone, or accepted, it is no obstacle", () => {
    const it = aGitProject(`title: T\ntasks: [{ id: a, prompt: P }]\n`, {
      a: `git config core.sshCommand "touch evil"; ${writes("$REEVE_RUN_ID.txt", "a")}`,
    });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    const refused = it.project.reeve("run", "plan.yaml", "--new");
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("core.sshcommand") });
    expect(refused.err).toContain("reeve run --new --trust-git");
    it.git("config", "--unset", "core.sshCommand");
    expect(it.project.reeve("run", "plan.yaml", "--new")).toMatchObject({ code: 0 });
    // r2's agent did it again; a person accepts it, for whatever follows, as it is.
    expect(it.project.reeve("land", "--trust-git")).toMatchObject({ code: 0 });
    expect(it.project.reeve("run", "plan.yaml", "--new")).toMatchObject({ code: 0 });
    it.git("config", "core.sshCommand", "touch other");
    expect(it.project.reeve("land").err).toContain("core.sshcommand");
  });

  it("is not taken over either where Reeve was killed before it could see it", async () => {
    const it = aGitProject(`title: T\ntasks: [{ id: a, prompt: P }]\n`, {
      a: `git config core.sshCommand "touch evil"; touch "$REEVE_PROJECT/changed"; until [ -e "$REEVE_PROJECT/go" ]; do sleep 0.02; done; ${writes("a.txt", "a")}`,
    });
    const reeve = it.project.start("run", "plan.yaml");
    await until("the agent to have changed it", () => existsSync(join(it.project.dir, "changed")));
    reeve.signal("SIGKILL");
    await reeve.ended;
    const refused = it.project.reeve("run", "plan.yaml", "--new");
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("core.sshcommand") });
    it.project.write("go", "");
    expect(it.project.reeve("run")).toMatchObject({ code: 0 });
    expect(it.project.reeve("run", "plan.yaml", "--new").err).toContain("core.sshcommand");
  });

  it("fetches and pushes no epic", () => {
    const { program, fired } = aTrap();
    const remote = aPlace();
    gitIn(remote, "init", "--quiet", "--bare", "--initial-branch=main");
    const it = aGitProject(
      `title: T\ntasks: [{ id: a, prompt: P }]\n`,
      { a: `git config remote.origin.uploadpack '${program} uploadpack'; ${writes("a.txt", "a")}`, "*": "true" },
      { settings: "epic: { git: on }\n", files: { "epics/shop.md": EPIC } },
    );
    it.git("remote", "add", "origin", remote);
    it.git("push", "--quiet", "--set-upstream", "origin", "main");
    expect(it.project.reeve("tick", "epics/shop.md", "--dry-run")).toMatchObject({ code: 0 });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    const ticked = it.project.reeve("tick", "epics/shop.md");
    expect(ticked.code).not.toBe(0);
    expect(ticked.err).toContain("remote.origin.uploadpack");
    expect(fired()).toEqual([]);
    it.git("config", "--unset", "remote.origin.uploadpack");
    expect(it.project.reeve("tick", "epics/shop.md", "--dry-run")).toMatchObject({ code: 0 });
  });
});
