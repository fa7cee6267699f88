import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aGitProject } from "./git-kit.ts";
import { aShellProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";

const PLAN = planOf("id: a, gates: ['test ! -e a.txt || grep -q right a.txt || { echo a.txt is wrong; exit 1; }']");
const WRITES = `if [ $REEVE_ATTEMPT = 1 ]; then echo wrong > a.txt; else cat > told.txt; echo right > a.txt; fi; ${DONE}`;
const ANALYSIS = JSON.stringify({
  failure_classification: "test_failure",
  root_cause: "the word is misspelt",
  fix: { description: "write right", changes: [] },
  confidence: "high",
});

/** The agent of the tasks gives advice too, where it is asked under that name. */
function withAdvice(agent: string, advice: string): Record<string, string> {
  return { "a|b|c": agent, "@*": advice };
}

function answer(text: string): string {
  return `cat > /dev/null; echo '${text}'`;
}

describe("a debugger", () => {
  const settings = "advisors: { debugger: { agent: sh } }\n";

  it("is asked after a failed gate, and the retry is told what it found", () => {
    const it = aGitProject(PLAN, withAdvice(WRITES, answer(ANALYSIS)), { settings });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(it.git("show", "reeve/r1:told.txt")).toContain("the word is misspelt");
    expect(ofType(eventsOf(it.project), "advice_given")).toMatchObject([{ about: "a", advisor: "@debugger-1" }]);
    expect(it.project.reeve("why", "a").out).toContain("the word is misspelt");
  });

  it("that gives no usable answer is recorded, and the retry goes on without", () => {
    const once = "policies: { malformed_retries: 0 }\n";
    const it = aGitProject(PLAN, withAdvice(WRITES, answer("no idea")), { settings: `${settings}${once}` });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(ofType(eventsOf(it.project), "advice_failed")).toMatchObject([
      { advisor: "@debugger-1", because: { rule: "advice_failed" } },
    ]);
  });

  it("that writes is seen, and what it wrote reaches no branch", () => {
    const meddles = `echo x > meddled.txt; ${answer(ANALYSIS)}`;
    const it = aGitProject(PLAN, withAdvice(WRITES, meddles), { settings });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(ofType(eventsOf(it.project), "violation_seen").map(({ violation }) => violation)).toMatchObject([
      { rule: "advisor_wrote", attempts: ["@debugger-1.1"], paths: ["meddled.txt"] },
    ]);
    expect(it.git("log", "--branches", "--format=", "--name-only")).not.toContain("meddled.txt");
  });

  it("sees the work it is asked about", () => {
    const looks = `cat > /dev/null; printf '{"failure_classification":"unknown","root_cause":"a.txt says %s","fix":{"description":"-","changes":[]},"confidence":"low"}' "$(cat a.txt)"`;
    const it = aGitProject(PLAN, withAdvice(WRITES, looks), { settings });
    it.project.reeve("run", "plan.yaml");
    expect(ofType(eventsOf(it.project), "advice_given")[0]?.text).toContain("a.txt says wrong");
  });
});

describe("a supervisor", () => {
  const settings = "advisors: { supervisor: { agent: sh } }\n";
  const hopeless = `echo $REEVE_ATTEMPT > a.txt; ${DONE}`;
  const says = (actions: object[], more: object = {}) =>
    answer(JSON.stringify({ diagnosis: "it cannot be done so", pattern_detected: null, actions, ...more }));

  it("is asked where the rules are at their end, and its action is taken", () => {
    const skip = says([{ task_id: "a", action: "skip", reason: "nobody needs it" }]);
    const it = aGitProject(PLAN, withAdvice(hopeless, skip), { settings });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(ofType(eventsOf(it.project), "task_skipped")).toMatchObject([{ task: "a", because: { rule: "advised" } }]);
    expect(it.project.reeve("why", "a").out).toContain("nobody needs it");
  });

  it("that wants what cannot be is refused, and a person is asked with its diagnosis", () => {
    const nonsense = says([{ task_id: "nobody", action: "retry", reason: "why not" }]);
    const it = aGitProject(PLAN, withAdvice(hopeless, nonsense), { settings });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(out).toContain("it cannot be done so");
    expect(ofType(eventsOf(it.project), "action_refused")).toMatchObject([{ task: "nobody" }]);
  });

  it("may halt the run, with its reason", () => {
    const halt = says([], { should_halt: true, halt_reason: "the database is on fire" });
    const it = aGitProject(PLAN, withAdvice(hopeless, halt), { settings });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect(code).toBe(5);
    expect(out).toContain("the database is on fire");
  });

  it("is asked in four sections, in their order", () => {
    const it = aGitProject(PLAN, withAdvice(hopeless, says([{ task_id: "a", action: "skip", reason: "-" }])), {
      settings,
    });
    it.project.reeve("run", "plan.yaml");
    const attempts = join(it.project.dir, ".reeve/runs/r1/attempts");
    const folder = readdirSync(attempts).find((name) => name.includes("supervisor")) ?? "";
    const prompt = readFileSync(join(attempts, folder, "prompt.txt"), "utf8");
    const order = ["What you are asked about", "How the run stands", "The task it is about", "What failed before"];
    const places = order.map((words) => prompt.indexOf(words));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(prompt).toContain("a.txt is wrong");
  });
});

describe("without git", () => {
  it("advisors stand in an empty folder and give advice all the same", () => {
    const plan = planOf("id: a, commitments: ['test -f there']");
    const work = `if [ $REEVE_ATTEMPT = 2 ]; then touch there; fi; ${DONE}`;
    const project = aShellProject(plan, withAdvice(work, answer(ANALYSIS)), "advisors: { debugger: { agent: sh } }\n");
    // Seen from the empty folder there is no ./agent.sh.
    project.write("reeve.yaml", project.read("reeve.yaml").replace("./agent.sh", join(project.dir, "agent.sh")));
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
  });
});
