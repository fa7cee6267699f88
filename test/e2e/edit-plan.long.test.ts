/** A plan that is edited while its run exists, and tasks that are added by hand. */
import { describe, expect, it } from "vitest";
import { ASKS, aShellProject, atWork, DONE, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";

const TOLD = `cat > told-$REEVE_TASK_ID; ${DONE}`;

function written(...tasks: readonly (readonly [id: string, prompt: string, more?: string])[]): string {
  const lines = tasks.map(([id, prompt, more = ""]) => `  - { id: ${id}, prompt: ${prompt}${more} }\n`);
  return `title: A plan\ntasks:\n${lines.join("")}`;
}

describe("a plan that is edited", () => {
  it("while its run is at work is taken by `reeve resume`, as far as it can be", async () => {
    const project = aShellProject(written(["a", "A"], ["b", "B", ", depends_on: [a]"]), { a: UNTIL_GO, "*": TOLD });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    expect(project.reeve("resume").out).toBe("r1 is not paused; there is nothing to resume.\n");
    project.write("plan.yaml", written(["a", "A2"], ["b", "B2", ", depends_on: [a]"], ["n", "N", ", depends_on: [b]"]));
    expect(project.reeve("resume").out).toBe(
      "Taken from the changed files: n is new; b: title, prompt.\nNot taken: a is being worked on, so its prompt cannot be changed.\n",
    );
    project.write("go", "");
    expect((await reeve.ended).code).toBe(0);
    expect(project.read("told-b")).toMatch(/^B2\n/);
    expect(project.read("told-n")).toMatch(/^N\n/);
  });

  it("is taken by `reeve run` before anything starts, also a task with an agent that is new", () => {
    const project = aShellProject(planOf("a", "id: b, depends_on: [a]"), { a: ASKS, "*": TOLD });
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    project.write(
      "reeve.yaml",
      project
        .read("reeve.yaml")
        .replace("agents: {", "agents: { new: { adapter: command, command: [/bin/sh, ./agent.sh] },") +
        "default_agent: sh\n",
    );
    project.write("plan.yaml", planOf("a", "id: b, depends_on: [a]", "id: n, agent: new"));
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(out).toContain("Taken from the changed files: n is new.\n");
    expect(out).toMatch(/n: is done/);
    expect(project.reeve("run", "plan.yaml").out).not.toContain("Taken");
  });

  it("with mistakes is not taken in part: the run goes on as it was, and says so", () => {
    const project = aShellProject(planOf("a", "b"), { a: ASKS, "*": DONE });
    project.reeve("run", "plan.yaml");
    project.write("plan.yaml", "title: x\ntasks: [{ id: a }]\n");
    expect(project.reeve("resume").out).toContain("plan.yaml has changed, but has 1 mistake");
    expect(project.reeve("run").out).toContain("the run continues with the plan as it was");
    expect(project.reeve("run", "plan.yaml").code).toBe(2);
  });

  it("is taken once, though Reeve was killed before it could", async () => {
    const project = aShellProject(planOf("a", "id: b, depends_on: [a]"), { a: UNTIL_GO, "*": TOLD });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    reeve.signal("SIGKILL");
    await reeve.ended;
    project.write("plan.yaml", planOf("a", "id: b, depends_on: [a], priority: 3", "id: n, depends_on: [b]"));
    expect(project.reeve("resume").out).toContain("Taken from the changed files: n is new; b: priority.");
    project.write("go", "");
    expect(project.reeve("run").code).toBe(0);
    expect(ofType(eventsOf(project), "plan_changed").length).toBe(1);
    expect(project.json("status")).toMatchObject([{ counts: { done: 3 } }]);
  });
});

describe("reeve add", () => {
  it("adds a task to a run at work, which works it like any other", async () => {
    const project = aShellProject(planOf("a"), { a: UNTIL_GO, "*": `echo x > notes.md; ${TOLD}` });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    const text = "Write the notes\nand keep them short";
    expect(project.reeve("add", text, "--after", "a", "--files", "notes.md", "--gate", "true").out).toBe(
      "write-the-notes is added to the plan.\n",
    );
    expect(project.reeve("add", text)).toMatchObject({
      code: 2,
      err: expect.stringContaining("write-the-notes says the same and is not done yet; nothing was added"),
    });
    project.write("go", "");
    expect((await reeve.ended).code).toBe(0);
    expect(project.read("told-write-the-notes")).toMatch(/^Write the notes\nand keep them short\n/);
  });

  it("brings a run back that had ended, through the next `reeve run`", () => {
    const project = aShellProject(planOf("a"), { "*": DONE });
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    expect(project.json("add", "One more", "--id", "more")).toMatchObject([
      { taken: false, answer: { type: "added", task: "more" } },
    ]);
    expect(project.reeve("run").code).toBe(0);
    expect(project.json("status")).toMatchObject([{ counts: { done: 2 } }]);
  });

  it("of what cannot be is refused and changes nothing", () => {
    const project = aShellProject(planOf("a"), { "*": ASKS });
    project.reeve("run", "plan.yaml");
    const refused: readonly (readonly [args: string[], why: string])[] = [
      [["add", " "], "The task is empty"],
      [["add", "x", "--after", "nobody"], "depends on nobody, which is not in the run"],
      [["add", "x", "--id", "a"], "task a is already in the plan"],
      [["add", "x", "--id", "n", "--after", "n"], "wait for each other: n → n"],
      [["add", "x", "--files", "../out"], "is not inside the project"],
      [["add", "x", "--agent", "nobody"], "names the unknown agent nobody"],
      [["add", "x", "--gang", "g"], "belongs to gang g, which the run does not have"],
      [["add", "x", "--usd", "-1"], "It must be a number above 0."],
    ];
    for (const [args, why] of refused)
      expect(project.reeve(...args)).toMatchObject({ code: 2, err: expect.stringContaining(why) });
    expect(project.json("status")).toMatchObject([{ orders: [], total: 1 }]);
  });
});
