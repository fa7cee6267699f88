import { describe, expect, it } from "vitest";
import type { AgentSettings } from "../../domain/spec/settings.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { nextMove } from "../next-move.ts";
import { freezeState, thawState } from "../state.ts";

const agent: AgentSettings = { minutes: 60, parallel: 10, tiers: [] };
const agents = { agent };
/** Two agents of one account, and one of its own. */
const sharing = { agent, twin: { ...agent, account: "agent" }, other: agent };

function limited(retryAt: number): Outcome {
  const failure = { class: "rate_limit", restart: "transient", message: "Limit.", evidence: [], retryAt } as const;
  return { type: "failed", failure };
}

const twins = ["a", { id: "b", agent: "twin" }, { id: "c", agent: "other" }];

function reopened(run: Scenario): Scenario {
  const { settings } = run.state;
  Object.assign(run.state, thawState(JSON.parse(JSON.stringify(freezeState(run.state)))));
  return run.when({ type: "run_opened", host: "here", bootId: "boot", pid: 2, version: "0", adopted: [], settings });
}

describe("auto_resume: false", () => {
  const policies = { autoResume: false };

  function asked(given_: Scenario): Scenario {
    return given_
      .ends("a.1", limited(given_.at + 90_000))
      .quietly()
      .pass(90_000);
  }

  it("starts nothing at the reset, and asks once for all tasks of the account", () => {
    const run = asked(given({ tasks: ["a", "b"], settings: { agents, maxParallel: 1 }, policies }));
    expect(run.names()).toEqual(["question_asked"]);
    expect(run.state.questions.open.get("q1")).toMatchObject({ account: "agent", tasks: [], options: ["start them"] });
    expect(run.pass(24 * 3_600_000).names()).toEqual([]);
    expect(nextMove(run.state, run.task("a"))).toEqual({ by: "person", question: "q1" });
  });

  it.each([
    ["an answer", { type: "answer", question: "q1", text: "go on" }],
    ["reeve resume", { type: "resume" }],
  ] as const)("goes on by %s", (_how, order) => {
    const run = asked(given({ tasks: ["a"], settings: { agents }, policies })).quietly();
    expect(run.when(order).names()).toEqual(["question_answered", "account_freed", "attempt_started:a.2"]);
  });

  it("may be said of one agent, and then counts for its account", () => {
    const some = { ...sharing, twin: { ...sharing.twin, autoResume: false } };
    const run = asked(given({ tasks: twins, settings: { agents: some, maxParallel: 1 } }));
    expect(run.names()).toContain("question_asked");
    const other = { ...sharing, other: { ...agent, autoResume: false } };
    expect(asked(given({ tasks: twins, settings: { agents: other, maxParallel: 1 } })).names()).toContain(
      "account_freed",
    );
  });

  it("is remembered by the next Reeve: the wait, and the question", () => {
    const held = given({ tasks: ["a"], settings: { agents }, policies });
    held.ends("a.1", limited(held.at + 90_000));
    expect(reopened(held).quietly().pass(90_000).names()).toEqual(["question_asked"]);
    const run = reopened(held).quietly();
    expect(run.pass(3_600_000).names()).toEqual([]);
    expect(run.when({ type: "answer", question: "q1", text: "yes" }).names()).toContain("attempt_started:a.2");
  });

  it("asks nothing where nobody is left who waits, and forgets the question when that becomes so", () => {
    const idle = given({ tasks: ["a", "b"], settings: { agents: sharing, maxParallel: 2 }, policies });
    idle.when({ type: "account_limited", agents: ["other"], until: idle.at + 90_000 }).quietly();
    expect(idle.pass(90_000).names()).toEqual(["account_freed"]);
    const run = asked(given({ tasks: ["a"], settings: { agents }, policies })).quietly();
    run.when({ type: "skip", task: "a", because: "not needed", dependants: "end" });
    expect(run.names()).toEqual(["task_skipped:a", "question_answered", "account_freed", "run_ended"]);
  });

  it("is asked about again after the next limit, not twice about one", () => {
    const tasks = ["a", "b"];
    const run = given({ tasks, settings: { agents, maxParallel: 2 }, policies });
    asked(run.up("b.1"));
    expect(
      run
        .quietly()
        .ends("b.1", limited(run.at + 60_000))
        .names(),
    ).toEqual(["attempt_ended:b.1", "question_answered", "account_held", "task_requeued:b"]);
    expect(run.pass(60_000).names()).toEqual(["question_asked"]);
  });
});
