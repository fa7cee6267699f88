/** One question for one cause: a look before the first start, one answer to all of a kind, what is ambiguous first. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ASKS, aProject, aShellProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

const NINE = Array.from({ length: 9 }, (_, at) => `t${at}`);

function aBareProject(plan: string, settings = ""): TestProject {
  const agents = "agents: { new: { adapter: command, command: [my-new-agent] } }\n";
  const project = aProject({ "reeve.yaml": `isolation: none\n${agents}${settings}`, "plan.yaml": plan });
  project.write("bin/README", "");
  project.with({ PATH: `${join(project.dir, "bin")}:${process.env["PATH"] ?? ""}` });
  return project;
}

function install(project: TestProject, program: string, text: string): void {
  project.write(`bin/${program}`, `#!/bin/sh\n${text}\n`);
  chmodSync(join(project.dir, "bin", program), 0o755);
}

describe("a program that is missing", () => {
  it("is asked about once for all tasks, before anything starts, and costs nothing", () => {
    const project = aBareProject(planOf(...NINE));
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(out).toContain("The program my-new-agent was not found");
    expect(out).toContain("9 tasks wait");
    expect(ofType(eventsOf(project), "question_asked").length).toBe(1);
    expect(ofType(eventsOf(project), "attempt_started").length).toBe(0);
    expect(project.reeve("why", "t3").out).toContain("waits for your answer about the agent new");

    expect(project.reeve("run").code).toBe(3);
    expect(ofType(eventsOf(project), "question_asked").length).toBe(1);

    install(project, "my-new-agent", DONE);
    const resumed = project.reeve("run");
    expect(resumed.code).toBe(0);
    expect(resumed.out).toContain("q1 is answered: It is there now.");
    expect(ofType(eventsOf(project), "attempt_started").length).toBe(9);
    expect(ofType(eventsOf(project), "restart_scheduled").length).toBe(0);
  });

  it("of a gate is asked about too, and an answer lets the tasks start without it", () => {
    const project = aBareProject(planOf("id: a, gates: ['my-new-linter --all || true']", "id: b, gates: ['true']"));
    install(project, "my-new-agent", DONE);
    const { code, out } = project.reeve("run", "plan.yaml");
    expect([code, ofType(eventsOf(project), "attempt_started").length]).toEqual([3, 0]);
    expect(out).toContain("The program my-new-linter, which the quality gate `my-new-linter --all || true` needs");
    expect(project.reeve("answer", "q1", "it is not needed").code).toBe(0);
    expect(project.reeve("run").code).toBe(0);
    expect(project.reeve("run", "plan.yaml", "--new").code).toBe(3);
  });

  it("is asked about no longer when the tasks that need it are skipped", () => {
    const project = aBareProject(planOf("a"));
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(project.reeve("skip", "a", "--because", "we do without it").code).toBe(0);
    expect(project.reeve("run").code).toBe(0);
    expect(project.json("questions")).toEqual([]);
  });

  it("ends its tasks where nobody is to be asked", () => {
    const project = aBareProject(planOf("a", "b"), "policies: { escalation: give_up }\n");
    expect(project.reeve("run", "plan.yaml").code).toBe(1);
    expect(ofType(eventsOf(project), "attempt_started").length).toBe(0);
    expect(project.reeve("why", "a").out).toContain("Reeve looked before the start: The program my-new-agent");
  });
});

describe("reeve answer --all", () => {
  const NO = `if [ -e fixed ]; then ${DONE}; else echo 'Error: permission denied by policy: write' >&2; exit 1; fi`;

  it("answers all questions of one kind, and says which", () => {
    const project = aShellProject(
      planOf("a", "b"),
      { "*": NO },
      "failures: [{ match: by policy, class: permission }]\n",
    );
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(project.reeve("answer", "--all", "it is allowed", "--dry-run").out).toMatch(/would answer 2 questions/);
    project.write("fixed", "");
    const [answered] = project.json<{ questions: { tasks: string[] }[] }>("answer", "--all", "it is allowed");
    expect(answered).toMatchObject({ answer: "it is allowed", left: [] });
    // Whichever failed first asks first.
    expect(answered?.questions.toSorted((one, other) => (`${one.tasks}` < `${other.tasks}` ? -1 : 1))).toMatchObject([
      { kind: "task", tasks: ["a"], how: "waits" },
      { kind: "task", tasks: ["b"], how: "waits" },
    ]);
    expect(project.reeve("run").code).toBe(0);
    expect(project.reeve("answer", "--all", "again").err).toContain("Nothing waits for your answer.");
  });

  it("answers none where they are of several kinds, until one is named; what is ambiguous is asked first", () => {
    const plan = planOf("a", "b", "id: c, depends_on: []");
    const agent = { c: `until [ -e asked ]; do sleep 0.02; done; ${ASKS}`, "*": `touch asked; ${NO}` };
    const rules = "failures: [{ match: by policy, class: permission }]\n";
    const project = aShellProject(plan, agent, rules);
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    const [first] = project.json<{ tasks: string[] }>("questions");
    expect(first?.tasks).toEqual(["c"]);
    expect(project.reeve("questions").out).toMatch(/^q\d+ \(c\) {2}Which colour\?/);
    const { code, err } = project.reeve("answer", "--all", "go on");
    expect([code, err]).toEqual([2, expect.stringContaining("are of 2 kinds")]);
    const of = project.json<{ id: string; tasks: string[] }>("questions").find(({ tasks }) => tasks[0] === "a");
    project.write("fixed", "");
    expect(project.reeve("answer", "--like", of?.id ?? "", "it is allowed").out).toContain("Answered 2 questions");
    expect(project.reeve("run").code).toBe(3);
    expect(project.json("questions")).toMatchObject([{ tasks: ["c"] }]);
  });
});
