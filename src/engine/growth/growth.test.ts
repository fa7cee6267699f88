import { describe, expect, it } from "vitest";
import type { AgentSettings } from "../../domain/spec/settings.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { type Given, given, type Scenario } from "../../testing/given.ts";
import { failed } from "../../testing/outcomes.ts";
import type { Basis } from "../forecast/basis.ts";
import { nextMove } from "../next-move.ts";
import { freezeState, thawState } from "../state.ts";

const agent: AgentSettings = { minutes: 60, parallel: 10, tiers: [] };
const agents = { agent };
const advisors = { supervisor: { agent: "agent", template: "{{task_id}}" } };

/** Names the same missing module in every task, so that all fail by one cause. */
function missing(name: string): Outcome {
  const message = `Error: Cannot find module './${name}'`;
  return {
    type: "failed",
    failure: { class: "import_error", restart: "persistent", subject: name, message, evidence: [message] },
  };
}

function aRun(policies: Given["policies"], more: Partial<Given> = {}): Scenario {
  const settings = { agents, maxParallel: 4, ...more.settings };
  return given({
    tasks: ["a", "b", "c", "d"],
    ...more,
    settings,
    policies: { lineageRetries: 3, ...policies },
  }).quietly();
}

function openQuestions(run: Scenario): string[] {
  return [...run.state.questions.open.values()].map(({ kind }) => kind);
}

/** a and b fail by one cause, c and d by another: two fixes. */
function twoCauses(run: Scenario): Scenario {
  run.ends("a.1", missing("store")).ends("b.1", missing("store"));
  return run.ends("c.1", missing("cache")).ends("d.1", missing("cache"));
}

describe("one task more than may be added", () => {
  it("is asked about before anybody is retried alone, once, with the forecast", () => {
    const run = twoCauses(aRun({ addedTasks: 1 }));
    expect([...run.state.tasks.keys()]).toEqual(["a", "b", "c", "d", "fix-1"]);
    expect(openQuestions(run)).toEqual(["growth"]);
    const [question] = run.state.questions.open.values();
    expect(question?.tasks).toEqual(["d"]);
    expect(question?.text).toContain("policies.added_tasks");
    expect(question?.text).toContain(
      "What is left, by forecast: 6 tasks, time unknown for agent, money unknown for agent",
    );
    expect(question?.text).toContain("without it: 5 tasks");
  });

  it("is made at once by one word, and as many again may follow", () => {
    const run = twoCauses(aRun({ addedTasks: 1 }));
    run.quietly().when({ type: "answer", question: "q1", text: "yes" });
    expect(run.names()).toContain("pattern_found");
    expect([...run.state.tasks.keys()]).toContain("fix-2");
    expect(run.task("d")).toMatchObject({ status: "waiting", addedDependsOn: ["fix-2"] });
    expect(run.state.replans.added).toBe(2);
    expect(openQuestions(run)).toEqual([]);
  });

  it("is not made after a no, and nobody is asked about growth again", () => {
    const run = twoCauses(aRun({ addedTasks: 1 }));
    run.quietly().when({ type: "answer", question: "q1", text: "no: continue without" });
    expect([...run.state.tasks.keys()]).not.toContain("fix-2");
    expect(run.task("d").status).toBe("working");
    run.ends("d.2", missing("cache")).ends("c.2", missing("cache"));
    expect(openQuestions(run)).not.toContain("growth");
  });

  it("names what earlier runs tell of time and money", () => {
    const run = aRun({ addedTasks: 1 });
    const points = {
      minutes: [10, 10, 10],
      attempts: [1, 1, 1],
      usd: [2, 2, 2],
      tasks: 3,
      from: "same_agent",
    } as const;
    const basis: Basis = { agents: { agent: points }, added: [], advisorUsd: [] };
    const { settings } = run.state;
    run.when({ type: "run_opened", host: "here", bootId: "boot", pid: 1, version: "0", adopted: [], settings, basis });
    twoCauses(run);
    const [question] = run.state.questions.open.values();
    expect(question?.text).toContain(
      "6 tasks, 20 min, $12.00 (median to 90 %, from 3 tasks of earlier runs); without it: 5 tasks, 20 min, $10.00",
    );
  });
});

describe("agents beyond the plan", () => {
  it("are started so often; then the next one waits for a person, and the plan's own tasks do not", () => {
    const run = aRun({ addedAgents: 1 }, { tasks: ["a", "b", "c"], settings: { agents, advisors } });
    run.ends("a.1", failed("unknown", "unknown")).quietly();
    expect(run.state.attempts.live.has("@supervisor-1.1")).toBe(true);
    run.ends("b.1", failed("unknown", "unknown"));
    expect(openQuestions(run)).toEqual(["growth"]);
    expect(run.state.attempts.live.has("@supervisor-2.1")).toBe(false);
    expect(run.task("c").status).toBe("working");
    run.when({ type: "answer", question: "q1", text: "yes" });
    expect(run.state.attempts.live.has("@supervisor-2.1")).toBe(true);
  });

  it("are done without after a no: a person is asked what the advisor would have been", () => {
    const run = aRun({ addedAgents: 1 }, { tasks: ["a", "b"], settings: { agents, advisors } });
    run.ends("a.1", failed("unknown", "unknown")).ends("b.1", failed("unknown", "unknown"));
    run.quietly().when({ type: "answer", question: "q1", text: "no" });
    expect(run.names()).toEqual(
      expect.arrayContaining(["growth_refused", "advice_failed:@supervisor-2", "question_asked"]),
    );
    expect(run.task("b").status).toBe("waiting_for_input");
    expect(openQuestions(run)).toEqual(["task"]);
  });

  it("are done without where nobody is to be asked", () => {
    const policies = { addedAgents: 1, escalation: "give_up" } as const;
    const run = aRun(policies, { tasks: ["a", "b"], settings: { agents, advisors } });
    run.ends("a.1", failed("unknown", "unknown")).ends("b.1", failed("unknown", "unknown"));
    expect(run.state.growth.refused).toBe(true);
    expect(run.task("b").status).toBe("given_up");
  });
});

describe("money beyond the plan", () => {
  function spends(run: Scenario, attempt: string, usd: number): Scenario {
    return run.when({ type: "attempt_progressed", attempt, usage: { tokens: 10, usd }, activity: null, session: null });
  }

  it("ends at its limit while it is spent: what was added is stopped, what was planned is not", () => {
    const run = aRun({ addedUsd: 1 }, { tasks: ["a", "b", "c"] });
    run.ends("a.1", missing("store")).ends("b.1", missing("store"));
    run.up("fix-1.1").up("c.1").quietly();
    spends(run, "c.1", 5);
    expect(run.names()).not.toContain("attempt_stopping:fix-1.1");
    spends(run, "fix-1.1", 0.6);
    spends(run, "fix-1.1", 0.6); // the same total twice counts once
    expect(run.names()).not.toContain("attempt_stopping:fix-1.1");
    spends(run, "fix-1.1", 1.2);
    expect(run.names()).toContain("attempt_stopping:fix-1.1");
    run.ends("fix-1.1", { type: "stopped" });
    expect(openQuestions(run)).toEqual(["growth"]);
    expect(nextMove(run.state, run.task("fix-1"))).toEqual({ by: "person", question: "q1" });
    run.when({ type: "answer", question: "q1", text: "1" }).when({ type: "answer", question: "q1", text: "yes" });
    expect(run.task("c").status).toBe("working");
  });

  it("survives kill -9: the count, the question, and what was said to it", () => {
    const run = aRun({ addedUsd: 1 }, { tasks: ["a", "b"] });
    run.ends("a.1", missing("store")).ends("b.1", missing("store")).up("fix-1.1");
    spends(run, "fix-1.1", 1.2).ends("fix-1.1", { type: "stopped" });
    const back = thawState(JSON.parse(JSON.stringify(freezeState(run.state))));
    expect(back.growth).toEqual({ tasks: ["fix-1"], agents: 1, usd: 1.2, allowed: 0, refused: false });
    expect([...back.questions.open.values()].map(({ kind }) => kind)).toEqual(["growth"]);
    run.when({ type: "answer", question: "q1", text: "yes" });
    expect(run.task("fix-1").status).toBe("working");
    expect(thawState(JSON.parse(JSON.stringify(freezeState(run.state)))).growth.allowed).toBe(1);
  });

  it("leaves no question behind when nobody needs the answer", () => {
    const run = aRun({ addedUsd: 1 }, { tasks: ["a", "b"] });
    run.ends("a.1", missing("store")).ends("b.1", missing("store")).up("fix-1.1");
    spends(run, "fix-1.1", 1.2).ends("fix-1.1", { type: "stopped" });
    run.when({ type: "skip", task: "fix-1", because: "not needed", dependants: "go_on" });
    expect(openQuestions(run)).toEqual([]);
  });
});
