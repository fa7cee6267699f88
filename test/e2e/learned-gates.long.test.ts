/** What people said of one failure decides in the next run, also in gates; a learned file with a mistake in it says where. */
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, writes } from "./git-kit.ts";
import { aShellProject, DONE, eventsOf, ofType, planOf, QUICK } from "./kit.ts";

const seat = (which: number) => `licence daemon of simulator-${which} refused the seat`;
const mark = (name: string) => `"$(git rev-parse --git-common-dir)/../${name}"`;

/** A gate that has no seat before somebody has looked for one so often. */
function withoutSeat(which: number, looks: number): GitProject {
  const count = `echo look >> ${mark("looks")}; test $(wc -l < ${mark("looks")}) -gt ${looks}`;
  // On the base commit nobody looks: there is no work yet.
  const gate = `test ! -e a.txt || { ${count}; } || { echo "${seat(which)}"; exit 1; }\n`;
  const agent = { "*": writes("a.txt", "work $REEVE_ATTEMPT") };
  return aGitProject(planOf("id: a, gates: [sh seat.sh]"), agent, { settings: QUICK, files: { "seat.sh": gate } });
}

function learnedFrom(...correct: readonly string[]): string {
  const project = aShellProject(planOf("a"), { a: DONE });
  project.write("it.log", `${seat(7)}\n`);
  expect(project.reeve("classify", "it.log", "--about", "simulator-7", "--correct", ...correct).code).toBe(0);
  expect(project.reeve("learn").out).toContain("written to reeve.learned.yaml");
  return project.read("reeve.learned.yaml");
}

describe("a rule that was learned decides what a gate's failure means", () => {
  it("transient: the gate is tried again, and no attempt is lost", () => {
    const { project } = withoutSeat(9, 1);
    project.write("reeve.learned.yaml", learnedFrom("overloaded", "--restart", "transient"));
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    const events = eventsOf(project);
    expect(ofType(events, "attempt_started")).toHaveLength(1);
    expect(ofType(events, "job_postponed")).toMatchObject([
      { failure: { class: "overloaded", subject: "simulator-9" } },
    ]);
  });

  it("terminal: a person is asked at once, with the line, and nothing is counted", () => {
    const { project } = withoutSeat(9, 1);
    project.write("reeve.learned.yaml", learnedFrom("auth", "--restart", "terminal"));
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(ofType(eventsOf(project), "attempt_started")).toHaveLength(1);
    expect(project.reeve("questions").out).toContain(seat(9));
  });

  it("persistent: the work goes back to its agent, with that class and its subject", () => {
    const { project } = withoutSeat(9, 1);
    project.write("reeve.learned.yaml", learnedFrom("config_error", "--restart", "persistent"));
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    expect(ofType(eventsOf(project), "attempt_started")).toHaveLength(2);
    expect(project.json("failures")).toMatchObject([{ class: "config_error", subject: "simulator-9" }]);
  });

  it("as the reason of a retry said it: what a gate printed becomes a rule that the next run of the project goes by", () => {
    const { project, git } = withoutSeat(7, 3);
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(project.reeve("retry", "a", "--because", "the vpn was down, it is back").code).toBe(0);
    expect(project.reeve("run").code).toBe(0);
    expect(project.reeve("learn").out).toContain("means network");
    project.removeFile("looks");
    project.write("seat.sh", project.read("seat.sh").replace("simulator-7", "simulator-8").replace("-gt 3", "-gt 1"));
    git("add", "--all");
    git("commit", "--quiet", "--message", "Another seat");
    expect(project.reeve("run", "plan.yaml", "--new").code).toBe(0);
    expect(ofType(eventsOf(project), "attempt_started")).toHaveLength(1);
    expect(ofType(eventsOf(project), "job_postponed")).toMatchObject([{ failure: { class: "network" } }]);
  });
});

describe("a learned file with a mistake in it", () => {
  const rule = '  - { match: "licence daemon of {subject} refused", class: overloaded, times: 1, from: [me] }\n';

  it.each([
    ["is no YAML", `failures:\n${rule}  - { match: 'a\n`, "reeve.learned.yaml:4:1 missing closing 'quote; the file is"],
    [
      "has an unresolved conflict",
      `failures:\n<<<<<<< ours\n${rule}`,
      "reeve.learned.yaml:2:1 a merge conflict is not",
    ],
    ["is a list", "- a\n", "reeve.learned.yaml:1:1 the file is a list, not a mapping"],
    ["has other settings", `failures: []\nagents: {}\n`, 'reeve.learned.yaml:2:1 unknown key "agents"'],
  ])("that %s is told in one sentence with its place, and the run goes without it", (_what, text, told) => {
    const project = aShellProject(planOf("a"), { a: DONE });
    project.write("reeve.learned.yaml", text);
    for (const { code, err } of [project.reeve("check", "plan.yaml"), project.reeve("run", "plan.yaml")]) {
      expect(code).toBe(0);
      expect(err.split("\n").filter((line) => line.includes("reeve.learned.yaml"))).toEqual([
        expect.stringContaining(told),
      ]);
    }
  });

  it.each([
    [
      "an unknown class",
      "{ match: all is lost, class: netwrok }",
      'which is not known; it is left out — did you mean "network"?',
    ],
    ["a pattern that would fit every line", '{ match: "* *{subject}*", class: billing }', "not only * and spaces"],
    ["a pattern without an end", `{ match: "${"a*".repeat(2_000)}", class: billing }`, "300 characters or fewer"],
    ["an unknown key", "{ match: all is lost, class: auth, restarts: transient }", 'did you mean "restart"?'],
  ])("by %s costs that rule alone", (_what, wrong, told) => {
    const project = aShellProject(planOf("a"), { a: DONE });
    project.write("reeve.learned.yaml", `failures:\n  - ${wrong}\n${rule}`);
    project.write("it.log", `all is lost\n${seat(3)}\n`);
    const { out, err } = project.reeve("classify", "it.log");
    expect(out).toMatch(/^overloaded, about simulator-3/);
    expect(err).toMatch(/^reeve\.learned\.yaml:2:\d+ /);
    expect(err).toContain(told);
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});
