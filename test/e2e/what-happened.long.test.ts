/** The words of history: what was really done about a failure, which lines told it, and what earlier runs make of it. */
import { describe, expect, it } from "vitest";
import type { FailureRecord } from "../../src/engine/causes/history/failure-record.ts";
import { aGitProject, writes } from "./git-kit.ts";
import { ASKS, aShellProject, atWork, DONE, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";

describe("what was done about a failure", () => {
  it("is told as it came: given up by its supervisor, and asked about", () => {
    const settings = "policies: { worker: { restarts: 0, within_s: 60, backoff: none } }\n";
    const project = aShellProject(planOf("a"), { a: "echo 'Segmentation fault' >&2; kill -SEGV $$" }, settings);
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    const [entry] = project.json<FailureRecord>("failures");
    expect(entry?.resolution).toMatchObject({ action: "escalate", outcome: null });
  });

  it("is told with the line that says why, not with how the program ended", () => {
    const project = aShellProject(planOf("a"), { a: "echo 'flux capacitor 7 not aligned'; exit 1" });
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(project.reeve("failures").out).toContain("flux capacitor 7 not aligned");
    expect(project.reeve("patterns", "--all").out.split("\n")[0]).toContain("flux capacitor");
  });
});

describe("a rule of the project with class: unknown", () => {
  const RULE = "failures: [{ match: strange noise, class: unknown }]\n";

  it("counts for an agent's end: nobody can tell what helps, so a person is asked", () => {
    const agent = { a: "echo 'strange noise from npm ERR! network timeout' >&2; exit 1" };
    const project = aShellProject(planOf("a"), agent, RULE);
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    const [entry, ...more] = project.json<FailureRecord>("failures");
    expect([entry?.class, more.length]).toEqual(["unknown", 0]);
  });

  it("counts for a gate as well", () => {
    const project = aShellProject(
      planOf("id: a, commitments: ['test -e fixed || { echo FAILED strange noise; exit 1; }']"),
      { a: DONE },
      RULE,
    );
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(ofType(eventsOf(project), "attempt_started").length).toBe(1);
    expect(project.json<FailureRecord>("failures")).toMatchObject([{ class: "unknown" }]);
  });
});

describe("a cause that an earlier run met", () => {
  const MISSING = `if [ -e db.js ]; then ${DONE}; else echo "Error: Cannot find module './db'" >&2; exit 1; fi`;

  it("acts at its first failure in the next run: one fix, explained, under one name everywhere", () => {
    const agent = { "fix-1": `touch db.js; ${DONE}`, "*": MISSING };
    const project = aShellProject(planOf("a"), agent);
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(ofType(eventsOf(project), "pattern_found")).toEqual([]);

    const second = project.reeve("run", "plan.yaml", "--new");
    expect(second.code).toBe(0);
    expect(second.out).toMatch(/One cause behind 1 failure \(a; (p\w+)\), met before in r1:/);
    const [found] = ofType(eventsOf(project), "pattern_found");
    const group = found?.pattern.group ?? "";
    expect(project.reeve("why", "a").out).toMatch(/\| Seen before in r1: the module db is missing/);
    expect(project.reeve("why", "a").out).toContain(group);
    expect(project.json("status")).toMatchObject([{ patterns: [{ id: group }] }]);
    expect(project.reeve("patterns").out).toContain(group);
  });

  it("and that a retry had solved there is only retried", () => {
    const once = `if [ $REEVE_ATTEMPT = 1 ]; then echo "Error: Cannot find module './db'" >&2; exit 1; fi; ${DONE}`;
    const project = aShellProject(planOf("a"), { "*": once });
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    expect(project.reeve("run", "plan.yaml", "--new").code).toBe(0);
    expect(ofType(eventsOf(project), "pattern_found")).toEqual([]);
    expect(project.reeve("why", "a").out).toMatch(/Seen before in r1: .*; solved by retry/);
  });
});

describe("why", () => {
  it("names the advisor that failed and the action that was refused", () => {
    const answer = (id: string) =>
      JSON.stringify({ diagnosis: "it is lost", actions: [{ task_id: id, action: "retry", reason: "try" }] });
    const settings = "advisors: { supervisor: { agent: sh } }\n";
    const agent = { "@*": `echo '${answer("nobody")}'`, a: `echo "Error: Cannot find module './zz'" >&2; exit 1` };
    const { project } = aGitProject(planOf("a"), agent, { settings });
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(project.reeve("why", "a").out).toMatch(/@\S+ proposed "retry" for nobody, which is not possible/);
    const silent = aShellProject(planOf("a"), { ...agent, "@*": "exit 7" }, settings);
    expect(silent.reeve("run", "plan.yaml").code).toBe(3);
    expect(silent.reeve("why", "a").out).toMatch(/@\S+ gives no advice: the supervisor gave no usable answer/);
  });
});

describe("orders need no second word", () => {
  it("a Reeve that is paused stays, and resume lets it go on", async () => {
    const project = aShellProject(planOf("a", "id: b, depends_on: [a]"), { a: UNTIL_GO, "*": DONE });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    expect(project.reeve("pause").code).toBe(0);
    project.write("go", "");
    await reeve.line(/a: is done/);
    expect(project.reeve("resume").out).toBe("The run resumes.\n");
    expect((await reeve.ended).code).toBe(0);
  });

  it("a skip of what asks, then land: also where no Reeve is there", () => {
    const it = aGitProject(planOf("a", "b", "id: c, depends_on: [b]"), { a: writes("a.txt", "a"), "*": ASKS });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(3);
    expect(it.project.reeve("land").code).toBe(3);
    expect(it.project.reeve("skip", "b", "--because", "we do without it").code).toBe(0);
    const { code, out, err } = it.project.reeve("land");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("r1 has landed");
    expect(it.git("show", "main:a.txt")).toBe("a");
    expect(it.project.json("status")).toMatchObject([{ run: { phase: "ended", verdict: "done" } }]);
  });
});
