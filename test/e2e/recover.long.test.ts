/** What agents wrote beside their merged work comes back by `reeve recover`; and the merge queue lets nobody begin too early. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Recoverable } from "../../src/domain/delivery/recoverable.ts";
import { until } from "../wait.ts";
import { aGitProject, fingerprint, writes } from "./git-kit.ts";
import { DONE, eventsOf, ofType, planOf } from "./kit.ts";

const IGNORES = { files: { ".gitignore": "*.log\nnode_modules/\n" } };

describe("what an agent wrote", () => {
  it("beside its work is listed by task with age and size, and comes back without changing anything", () => {
    const careless = [
      "git switch --quiet --detach",
      "echo 'an idea' > idea.txt; git add idea.txt; git commit --quiet --message idea",
      "git switch --quiet -",
      "echo 'what I found out' > notes.log",
      "echo KEY=1 > .env.log; mkdir -p node_modules/x; echo x > node_modules/x/x.js",
      writes("a.txt", "the work"),
    ].join("; ");
    const it = aGitProject(planOf("a"), { a: careless }, IGNORES);
    const before = fingerprint(it);
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(existsSync(join(it.project.dir, ".reeve/worktrees/r1/a"))).toBe(false);
    const { out } = it.project.reeve("recover");
    expect(out).toMatch(/^a \(r1\)\n {4}r1\/a\/kept-1 {2}parked {2}\d+ (ms|s) old {2}\d file/);
    expect(out).toContain("not kept: .env.log (it looks like a key)");
    const [work] = it.project.json<Recoverable>("recover");
    expect(work).toMatchObject({ kind: "parked", task: "a", run: "r1", name: "r1/a/kept-1" });
    const said = it.project.reeve("recover", "a", "--to", "./back");
    expect([said.code, said.err]).toEqual([0, ""]);
    expect(readFileSync(join(it.project.dir, "back/idea.txt"), "utf8")).toBe("an idea\n");
    expect(readFileSync(join(it.project.dir, "back/notes.log"), "utf8")).toBe("what I found out\n");
    expect(existsSync(join(it.project.dir, "back/node_modules"))).toBe(false);
    expect(it.project.reeve("recover", "a", "--to", "./back").err).toContain("is not empty and stays as it is");
    rmSync(join(it.project.dir, "back"), { recursive: true });
    expect(it.project.reeve("recover", "a").out).toContain("The branch reeve/restored/r1/a-kept-1 now has r1/a/kept-1");
    expect(it.git("show", "reeve/restored/r1/a-kept-1:idea.txt")).toBe("an idea");
    expect(it.project.reeve("recover", "a").err).toContain("already exists and stays as it is");
    expect(it.project.reeve("recover", "a", "--to", "mine").code).toBe(0);
    expect(it.project.reeve("recover", "nobody").err).toContain("There is work of: a");
    it.git("branch", "--quiet", "-D", "mine");
    expect(fingerprint(it)).toEqual(before);
  });

  it("and did not finish, or deleted with its folder, is there too: not merged, not committed, stashed, staged", () => {
    const it = aGitProject(
      planOf("blocked", "stashes", "deletes"),
      {
        blocked: `git switch --quiet --create elsewhere; echo 1 > kept.txt; echo '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"x","options":["a","b"]}'`,
        stashes: `echo 2 > put-away.txt; git add put-away.txt; git stash --quiet; echo 3 > done.txt; ${DONE}`,
        deletes: `if [ $REEVE_ATTEMPT = 1 ]; then echo 4 > staged.txt; git add staged.txt; git switch --quiet --detach; echo 5 > loose.txt; git add loose.txt; git commit --quiet -m loose loose.txt; here=$PWD; cd /; rm -rf "$here"; ${DONE}; else echo 6 > again.txt; ${DONE}; fi`,
      },
      { settings: "policies: { lineage_retries: 3 }\n" },
    );
    it.project.reeve("run", "plan.yaml");
    const works = it.project.json<Recoverable>("recover");
    const named = works.map(({ kind, task }) => `${kind} ${task}`).toSorted();
    expect(named).toEqual(expect.arrayContaining(["worktree blocked", "stash stashes", "parked deletes"]));
    mkdirSync(join(it.project.dir, "empty"));
    expect(it.project.reeve("recover", "deletes", "--to", "empty").code).toBe(0);
    expect(readFileSync(join(it.project.dir, "empty/loose.txt"), "utf8")).toBe("5\n");
    const parked = works.find(({ kind, task }) => kind === "parked" && task === "deletes");
    const staged = it.git("log", "--all", "--full-history", "--format=%H", "--diff-filter=A", "--", "staged.txt");
    expect([parked?.subject, staged === ""]).toEqual([expect.stringContaining("had to be made again"), false]);
    expect(it.project.reeve("recover", "blocked", "--to", "unfinished").code).toBe(0);
    expect(it.git("show", "unfinished:kept.txt")).toBe("1");
    expect(it.project.reeve("recover", "stashes", "--to", "put-away").code).toBe(0);
  });
});

describe("the merge queue", () => {
  it("lets no task begin while as many wait to be merged as may; status says so", async () => {
    const tasks = ["a", "b", "c", "d", "e", "f"];
    const gate = "gates: [{ name: slow, run: 'until [ -e ../../../../go ]; do sleep 0.02; done' }]";
    const settings = "max_parallel: 2\nworkspace: { waiting: 2, verify_parallel: 1 }\n";
    const plan = planOf(...tasks.map((id) => `id: ${id}, ${gate}`));
    const it = aGitProject(plan, Object.fromEntries(tasks.map((id) => [id, writes(`${id}.txt`, id)])), { settings });
    const running = it.project.start("run", "plan.yaml");
    const text = "tasks before it are verified and merged";
    await until("a task that waits for the merge queue", () => it.project.reeve("status").out.includes(text));
    const waiting = it.project.reeve("status").out;
    const begun = new Set(ofType(eventsOf(it.project), "attempt_started").map(({ task }) => task));
    expect(begun.size).toBeLessThanOrEqual(4);
    expect(waiting).toMatch(/waits until some of the [23] tasks before it are verified and merged/);
    it.project.write("go", "");
    expect((await running.ended).code).toBe(0);
    expect(ofType(eventsOf(it.project), "task_done").length).toBe(tasks.length);
  });
});
