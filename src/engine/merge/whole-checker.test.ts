import { describe, expect, it } from "vitest";
import { COHERENT } from "../../domain/proof/coherence.ts";
import { found, MISMATCH } from "../../testing/findings.ts";
import { type Given, given } from "../../testing/given.ts";
import { done } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";

describe("an agent that looks at the whole", () => {
  const advisors = { coherence: { agent: "agent", template: "{{base}} {{tasks}} {{contract}} {{changes}}" } };
  const integrated = (policies: Given["policies"] = {}) => {
    const run = given({ isolated: true, tasks: ["a", "b"], settings: { advisors }, policies });
    for (const id of ["a", "b"]) run.ends(`${id}.1`, done(id)).verified(`${id}.1`).integrated(`${id}.1`);
    return run;
  };

  it("is asked once, after the last merge and before the run ends", () => {
    const run = integrated();
    expect(run.names().slice(-2)).toEqual(["advice_asked:@coherence-1", "attempt_started:@coherence-1.1"]);
    expect(orderOf(run.state, "@coherence-1.1").advisor).toEqual({ role: "coherence", commit: null });
    run.ends("@coherence-1.1", { type: "advised", role: "coherence", answer: COHERENT });
    expect(run.then().at(-1)).toMatchObject({ type: "run_ended", verdict: "done" });
  });

  it("that may not start without a person's word is asked about, or done without: the run never just stands", () => {
    const asks = integrated({ addedAgents: 0 });
    expect([...asks.state.questions.open.values()]).toMatchObject([{ kind: "growth" }]);
    const without = integrated({ addedAgents: 0, escalation: "give_up" });
    expect(without.state.run.phase === "ended" || without.state.run.check === "due").toBe(true);
  });

  it("reopens who must change, one after the other, and is not asked again", () => {
    const run = integrated();
    const answer = { ...MISMATCH, duplicates: found("duplicates", { must_change: "a" }).duplicates };
    run.ends("@coherence-1.1", { type: "advised", role: "coherence", answer });
    expect(run.task("b").status).toBe("working");
    expect(run.task("a").status).toBe("done");
    run.ends("b.2", done("b")).verified("b.2").integrated("b.2");
    run.ends("a.2", done("a")).verified("a.2").integrated("a.2");
    expect(run.then().at(-1)).toMatchObject({ type: "run_ended", verdict: "done" });
  });

  it("whose finding nobody can settle asks a person; a task named in the answer is worked again", () => {
    const run = integrated();
    const answer = found("interface_mismatches", { must_change: null });
    run.quietly().ends("@coherence-1.1", { type: "advised", role: "coherence", answer });
    expect(run.names()).toContain("question_asked");
    expect(run.state.run.phase).toBe("working");
    run.quietly().when({ type: "answer", question: "q1", text: "a: use seconds" });
    expect(run.names()).toContain("attempt_started:a.2");
    expect(orderOf(run.state, "a.2").prompt).toContain("a: use seconds");
  });

  it("that gives no usable answer is recorded, and the run goes on", () => {
    const run = integrated().quietly();
    run.ends("@coherence-1.1", {
      type: "failed",
      failure: { class: "unknown", restart: "terminal", message: "-", evidence: [] },
    });
    expect(run.then()).toContainEqual({
      type: "coherence_checked",
      advisor: "@coherence-1",
      report: null,
      pending: [],
    });
    expect(run.state.run.verdict).toBe("done");
  });
});
