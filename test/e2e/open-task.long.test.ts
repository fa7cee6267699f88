/** `reeve open`: a person steps into a task's worktree while a run goes, with a real shell, and hands back what they changed. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../wait.ts";
import { aGitProject } from "./git-kit.ts";
import { eventsOf, ofType, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

/** At work until the person's file is there; then it is done. */
const AGENT = `until [ -e person.txt ]; do sleep 0.02; done; echo x > work.txt; echo '{"status":"done","files_created":["work.txt"]}'`;

function aShell(project: TestProject, steps: string): void {
  project.write("person.sh", `#!/bin/sh\n${steps}\n`);
  chmodSync(join(project.dir, "person.sh"), 0o755);
  project.with({ SHELL: join(project.dir, "person.sh") });
}

describe("reeve open", () => {
  it("ends the attempt, holds the task while the person works, and its next attempt is told what they changed", async () => {
    const { project } = aGitProject(planOf("a"), { "*": AGENT });
    const reeve = project.start("run", "plan.yaml", "--wait");
    await until("the agent to be at work", () => ofType(eventsOf(project), "attempt_up").length > 0);
    aShell(project, "echo mine > person.txt; echo more > copy.sh");
    const opened = project.reeve("open", "a", "--say", "keep my file");
    expect(opened).toMatchObject({ code: 0, err: "" });
    expect(opened.out).toContain("a is yours: no agent works on it until you hand it back.");
    expect(opened.out).toContain("You changed 2 files: +copy.sh, +person.txt");
    expect((await reeve.ended).code).toBe(0);
    const events = eventsOf(project);
    const [requeued] = ofType(events, "task_requeued").slice(-1);
    expect(requeued?.note).toContain("keep my file\nA person worked in this folder and added copy.sh, person.txt.");
    expect(ofType(events, "attempt_started").map(({ attempt }) => attempt)).toEqual(["a.1", "a.2"]);
    expect(ofType(events, "task_done")).toHaveLength(1);
  });

  it("keeps the task held with --hold, says where a task lies, and refuses what has no worktree or no session", async () => {
    const { project } = aGitProject(planOf("a", "id: b, depends_on: [a]"), { "*": AGENT });
    const reeve = project.start("run", "plan.yaml", "--wait");
    await until("the agent to be at work", () => ofType(eventsOf(project), "attempt_up").length > 0);
    aShell(project, "true");
    expect(project.reeve("open", "a", "--print").out.trim()).toMatch(/\/worktrees\/r1\/a$/);
    expect(project.reeve("open", "b").err).toContain("b has no worktree yet");
    expect(project.reeve("open", "a", "--agent").err).toContain("No session of sh is known for a");
    const unknown = project.with({ VISUAL: "", EDITOR: "no-such-editor --wait" }).reeve("open", "a", "--editor");
    expect(unknown.err).toContain("There is no program no-such-editor here, so nothing was stopped.");
    expect(ofType(eventsOf(project), "attempt_ended")).toEqual([]);
    expect(project.reeve("open", "a", "--hold").out).toContain("You keep a.");
    expect(project.json<{ counts: Record<string, number> }>("status")[0]?.counts["waiting_for_input"]).toBe(1);
    expect(project.reeve("stop").code).toBe(0);
    await reeve.ended;
  });
});
