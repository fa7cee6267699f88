/** What a run will come to, by what earlier ones took; and how far it may grow without a person's word. */
import { describe, expect, it } from "vitest";
import { aGitProject } from "./git-kit.ts";
import { aProject, aShellProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";

/** A program that tells what it used, as the scripted agent does. */
function aPricedProject(tasks: readonly string[], settings = "") {
  const steps = tasks.map((task) => `  ${task}:\n    - [usage: { tokens: 100, usd: 0.5 }, result: {}]\n`).join("");
  return aProject({
    "reeve.yaml": `isolation: none\n${settings}agents: { actor: { adapter: scripted, script: steps.yaml } }\n`,
    "plan.yaml": planOf(...tasks),
    "steps.yaml": `tasks:\n${steps}`,
  });
}

describe("the forecast", () => {
  it("is unknown at first, and known after a run, before the next one and by `check`", async () => {
    const project = aPricedProject(["a", "b", "c"]);
    const unknown = project.reeve("check", "--forecast");
    expect(unknown.out).toContain(
      "Forecast: 3 tasks and however many are added, time unknown for actor, money unknown for actor.",
    );
    const first = project.reeve("run", "plan.yaml");
    expect(first.code).toBe(0);
    expect(first.out).toContain("time unknown for actor");
    const second = project.reeve("run", "plan.yaml", "--new");
    expect(second.out).toMatch(
      /Forecast: 3 tasks and however many are added, .* s, \$1\.50 \(median to 90 %, from 3 tasks/,
    );
    const { forecast } = JSON.parse(project.reeve("check", "--forecast", "--json").out);
    expect(forecast).toMatchObject({ tasks: { p50: 3, p90: 3 }, usd: { p50: 1.5, p90: 1.5 }, samples: 6 });
    expect(forecast.minutes.p90).toBeGreaterThan(0);
    project.reeve("run", "plan.yaml", "--new");
    expect(project.reeve("check", "--forecast").out).toMatch(/Forecast: 3 tasks, /); // three runs added nothing
  });

  it("of another project on this machine counts where both share their history, and junk in it does not matter", () => {
    const shared = "tiers: { only: some-model }, ";
    const one = aPricedProject(["a", "b", "c"]);
    const file = `${one.dir}/shared.jsonl`;
    const settings = `paths: { failures: "${file}" }\n`;
    for (const project of [one]) {
      const text = project.read("reeve.yaml").replace("adapter: scripted, ", `adapter: scripted, ${shared}`);
      project.write("reeve.yaml", `${settings}${text}`);
      expect(project.reeve("run", "plan.yaml").code).toBe(0);
    }
    one.write("shared-tasks.jsonl", `${one.read("shared-tasks.jsonl")}{"type":"task"}\n\u0000junk\n`);
    const two = aPricedProject(["x"], settings);
    two.write("reeve.yaml", two.read("reeve.yaml").replace("adapter: scripted, ", `adapter: scripted, ${shared}`));
    const { forecast } = JSON.parse(two.reeve("check", "--forecast", "--json").out);
    expect(forecast).toMatchObject({ usd: { p50: 0.5 }, samples: 3 });
    const alone = aPricedProject(["x"]);
    expect(JSON.parse(alone.reeve("check", "--forecast", "--json").out).forecast).toMatchObject({
      usd: null,
      samples: 0,
    });
  });
});

const MISSING = (name: string) => `echo "Error: Cannot find module './${name}'" >&2; exit 1`;

describe("one task more than may be added", () => {
  it("asks with the forecast; kill -9 keeps the question; one word makes the fix", async () => {
    const fixed = `if [ -e fixed ]; then ${DONE}; else ${MISSING("store")}; fi`;
    const agent = { "fix-*": `touch fixed; ${DONE}`, "*": fixed };
    const policies = "max_parallel: 2\npolicies: { added_tasks: 0 }\n";
    const project = aShellProject(planOf("a", "b"), agent, policies);
    const first = project.start("run", "plan.yaml", "--json", "--wait");
    await first.line(/"question_asked".*"growth"/);
    first.child.kill("SIGKILL");
    await first.ended;
    expect((await project.start("run").ended).code).toBe(3);
    const asked = ofType(eventsOf(project), "question_asked").filter(({ question }) => question.kind === "growth");
    expect(asked.length).toBe(1);
    const { id = "", text = "" } = asked[0]?.question ?? {};
    expect(text).toContain("without your word (policies.added_tasks)");
    expect(text).toContain("What is left, by forecast: 3 tasks");
    expect(project.reeve("status").out).toContain("May the run grow as much again?");
    expect(project.reeve("answer", id, "1").code).toBe(0);
    expect((await project.start("run").ended).code).toBe(0);
    expect(ofType(eventsOf(project), "pattern_found").length).toBe(1);
    expect(ofType(eventsOf(project), "growth_allowed").length).toBe(1);
  });
});

describe("agents beyond the plan", () => {
  it("stop at their limit, and a no lets the run go on without them", () => {
    const crash = "echo no luck for $REEVE_TASK_ID >&2; exit 3";
    const settings =
      "max_parallel: 1\npolicies: { added_agents: 1, worker: { restarts: 100, within_s: 1, backoff: none } }\nadvisors: { supervisor: { agent: sh } }\n";
    const answer = `cat > /dev/null; echo '{"diagnosis":"-","pattern_detected":null,"actions":[{"task_id":"'$REEVE_TASK_ID'","action":"escalate","reason":"-","human_question":"What now?"}]}'`;
    const { project } = aGitProject(
      planOf("a", "b", "c"),
      { "@*": answer, c: 'echo x > c; echo \'{"status":"done"}\'', "*": crash },
      { settings },
    );
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    const events = eventsOf(project);
    expect(ofType(events, "attempt_started").filter(({ attempt }) => attempt.startsWith("@")).length).toBe(1);
    const growth = ofType(events, "question_asked").find(({ question }) => question.kind === "growth")?.question;
    expect(growth?.text).toContain("have started 1 agents; 1 may be started without your word (policies.added_agents)");
    expect(ofType(events, "task_done").map(({ task }) => task)).toContain("c");
    expect(project.reeve("answer", growth?.id ?? "", "no").code).toBe(0);
    expect(project.reeve("run").code).toBe(3);
    expect(ofType(eventsOf(project), "growth_refused").length).toBe(1);
    expect(ofType(eventsOf(project), "attempt_started").filter(({ attempt }) => attempt.startsWith("@")).length).toBe(
      1,
    );
  });
});
