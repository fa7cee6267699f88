/** Reeve's own monitors in real runs: one whose input is broken fails, restarts, is given up and told of, and the run continues. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CleanItem } from "../../src/domain/delivery/hygiene.ts";
import { until } from "../wait.ts";
import { aGitProject, writes } from "./git-kit.ts";
import { aShellProject, atWork, eventsOf, ofType, planOf, QUICK, UNTIL_GO } from "./kit.ts";
import type { TestProject } from "./project.ts";

const TELL = "notify: [{ command: [/bin/sh, -c, 'cat >> told'], name: me }]\n";

/** What its runs used is told in a folder; here a file lies in its place. */
function brokenProject(): TestProject {
  const project = aShellProject(planOf("a"), { a: UNTIL_GO }, `${QUICK}${TELL}`);
  project.write(".reeve/spending", "no folder\n");
  return project;
}

interface Status {
  readonly monitors: readonly { readonly monitor: string; readonly state: string; readonly message: string | null }[];
}

function monitorsOf(project: TestProject): Status["monitors"] {
  return project.json<{ readonly view?: Status } & Status>("status").flatMap((line) => line.monitors ?? []);
}

describe("a monitor whose input is broken", () => {
  it("restarts, is given up and told of once, while the run is worked to its end", async () => {
    const project = brokenProject();
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    await until(
      "the budget monitor to be given up",
      () => ofType(eventsOf(project, "--all"), "supervisor_gave_up").length > 0,
    );
    const states = Object.fromEntries(monitorsOf(project).map(({ monitor, state }) => [monitor, state]));
    expect(states).toEqual({ health: "working", budget: "given_up", hygiene: "working", violations: "working" });
    expect(project.reeve("status").out).toContain(
      "Monitors\n  budget  gave up; after the fix, `reeve stop` and `reeve run` start it: what this run used",
    );
    expect(project.reeve("why").out).toContain("budget  gave up");
    project.write("go", "");
    expect((await reeve.ended).code).toBe(0);
    const events = eventsOf(project, "--all");
    expect(ofType(events, "monitor_failed").map(({ monitor }) => monitor)).toEqual(["budget", "budget"]);
    expect(ofType(events, "restart_scheduled")).toMatchObject([
      { path: "root/project/monitors/budget/budget", of: null },
    ]);
    expect(ofType(events, "attempt_started")).toHaveLength(1);
    const titles = project
      .read("told")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { title: string }).title);
    expect(titles).toEqual(["The budget monitor gave up; the run continues without it", "A plan: all is done"]);
    expect(project.reeve("events").out).toContain(
      "The budget monitor gave up, and the run continues without it: budget failed 2 times",
    );
  });

  it("starts and works with the Reeve that resumes after kill -9, and no start of a monitor counts as a restart", async () => {
    const project = brokenProject();
    const first = project.start("run", "plan.yaml");
    await atWork(project, "a");
    await until(
      "the budget monitor to be given up",
      () => ofType(eventsOf(project, "--all"), "supervisor_gave_up").length > 0,
    );
    first.signal("SIGKILL");
    await first.ended;
    project.removeFile(".reeve/spending");
    const restarts = ofType(eventsOf(project, "--all"), "restart_scheduled").length;
    const second = project.start("run");
    await until("the budget monitor to do its work", () =>
      existsSync(join(project.dir, ".reeve", "spending", "r1.json")),
    );
    expect(monitorsOf(project).map(({ state }) => state)).toEqual(["working", "working", "working", "working"]);
    project.write("go", "");
    expect((await second.ended).code).toBe(0);
    expect(ofType(eventsOf(project, "--all"), "restart_scheduled")).toHaveLength(restarts);
  });
});

describe("the hygiene monitor", () => {
  it("removes beside the work what `reeve clean --dry-run` shows, says so in one line, and leaves alone what is on no ref", async () => {
    const agent = { a: writes("a.txt", "a"), b: "echo half > b.txt; exit 7", c: UNTIL_GO };
    const { project, git } = aGitProject(planOf("a", "b"), agent, {
      settings: `workspace: { keep: all }\npolicies: { escalation: give_up, lineage_retries: 0, worker: { restarts: 0 } }\n`,
    });
    project.reeve("run", "plan.yaml");
    git("branch", "mine");
    const config = project.read("reeve.yaml");
    project.write("reeve.yaml", `${config}isolation: none\nhygiene: { every_s: 1 }\n`);
    project.write("next.yaml", planOf("c"));
    const shown = project.json<{ items: CleanItem[] }>("clean", "--dry-run").flatMap(({ items }) => items);
    const goes = shown.filter(
      ({ outcome, kind }) => outcome === "would_remove" && kind !== "parked" && kind !== "logs",
    );
    expect(goes.map(({ kind }) => kind).sort()).toEqual(["branch", "worktree"]);

    const reeve = project.start("run", "next.yaml");
    await atWork(project, "c");
    await until("hygiene to be done", () => ofType(eventsOf(project, "--all"), "hygiene_done").length > 0);
    const after = project.json<{ items: CleanItem[] }>("clean", "--dry-run").flatMap(({ items }) => items);
    expect(after.filter(({ outcome }) => outcome === "would_remove")).toEqual([]);
    project.write("go", "");
    expect((await reeve.ended).code).toBe(0);

    const done = ofType(eventsOf(project, "--all"), "hygiene_done");
    expect(done).toMatchObject([{ removed: { worktree: 1, branch: 1 }, problems: [] }]);
    expect(project.read(".reeve/worktrees/r1/b/b.txt")).toBe("half\n");
    expect(git("branch", "--list", "--format=%(refname:short)").split("\n")).toEqual(
      expect.arrayContaining(["main", "mine", "reeve/r1/integration"]),
    );
  });
});
