/** The part of a run's budget that only repair may use: who stops for it, who does not, and what ends it. */
import { describe, expect, it } from "vitest";
import { given, type Scenario } from "../../../testing/given.ts";
import { done, failed } from "../../../testing/outcomes.ts";
import { nextMove } from "../../next-move.ts";
import { becauseSentence } from "../../wording/because-words.ts";

function aRun(): Scenario {
  const settings = { budgets: { usd: 10 }, caps: { repairShare: 0.2 }, maxParallel: 2 };
  return given({ tasks: ["a", "b", "c"], settings })
    .up("a.1")
    .up("b.1");
}

function spends(run: Scenario, attempt: string, usd: number): Scenario {
  return run.when({ type: "attempt_progressed", attempt, usage: { tokens: 1, usd }, activity: null, session: null });
}

const live = ({ state }: Scenario) => [...state.attempts.live.values()].map(({ id, phase }) => `${id} ${phase}`);

/** a fails and is retried, with room left. */
function withRetry(): Scenario {
  const run = aRun();
  const outcome = failed("type_error", "persistent", "it is wrong");
  run.when({ type: "attempt_ended", attempt: "a.1", outcome, usage: { tokens: 1, usd: 1 } });
  return run.up("a.2");
}

describe("what is kept for repair", () => {
  it("stops work that has not failed short of it, and lets a retry use it", () => {
    const run = spends(withRetry(), "b.1", 7.5);
    expect(live(run)).toEqual(["b.1 stopping", "a.2 working"]);
    run.ends("b.1", { type: "stopped" });
    expect(run.state.run.phase).toBe("working");
    expect(live(run)).toEqual(["a.2 working"]);
    expect(nextMove(run.state, run.task("b"))).toEqual({ by: "resource", resource: { of: "repair" } });
    expect(live(spends(run, "a.2", 0.9))).toEqual(["a.2 working"]);
    expect(run.task("b").counts.retries).toBe(0);
  });

  it("halts the run when nothing but other work is left, and says what was kept", () => {
    const run = spends(withRetry(), "b.1", 7.5).ends("b.1", { type: "stopped" });
    run.when({ type: "attempt_ended", attempt: "a.2", outcome: done("a"), usage: { tokens: 1, usd: 0.1 } });
    expect(run.state.run.phase).toBe("halted");
    expect(run.state.run.because && becauseSentence(run.state.run.because)).toBe(
      "of the run's budget of $10 only the 20 % kept for repair is left ($8.60 used so far)",
    );
    expect(run.state.questions.open.size).toBe(0);
  });

  it("is used up at the whole budget, for repair too", () => {
    const run = spends(spends(withRetry(), "b.1", 7.5), "a.2", 2);
    expect(run.state.run.phase).toBe("stopping");
  });

  it("is moved by a grant to the run, and all continue", () => {
    const run = spends(withRetry(), "b.1", 7.5).ends("b.1", { type: "stopped" });
    run.when({ type: "grant", grant: "g1", to: "run", more: { usd: 10 } });
    expect(live(run)).toEqual(["a.2 working", "b.2 starting"]);
  });

  it("is nothing unless reeve.yaml says so", () => {
    const run = given({ tasks: ["a"], settings: { budgets: { usd: 10 } } }).up("a.1");
    expect(live(spends(run, "a.1", 9.9))).toEqual(["a.1 working"]);
  });
});
