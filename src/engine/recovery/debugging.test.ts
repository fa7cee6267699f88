/** The debugger in a run: when it is asked, what it is told, and that its own failure costs nobody anything. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../domain/work/outcome.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { CRASH, done, failed, gate } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";
import type { KnownHistory } from "../causes/history/known-history.ts";

const TEMPLATE = "{{task_id}} {{title}} {{task}}\n{{report}}\n{{result}}";
const advisors = {
  debugger: { agent: "agent", template: TEMPLATE },
  supervisor: { agent: "agent", template: "{{trigger}}\n{{history}}" },
};

function run(sketch: Partial<Parameters<typeof given>[0]> = {}): Scenario {
  return given({ isolated: true, tasks: ["a"], settings: { advisors }, ...sketch });
}

const asked = ({ state }: Scenario) =>
  [...state.advisors.asked.values()].filter(({ request }) => request.role === "debugger");

describe("a debugger", () => {
  it("is asked after a failed gate, and the retry waits for it", () => {
    const scene = run().ends("a.1", done("a")).verified("a.1", gate("quality", "failed"));
    expect(asked(scene)).toHaveLength(1);
    expect(scene.task("a").status).toBe("waiting");
    expect(orderOf(scene.state, "@debugger-1.1").prompt).toContain("output of quality");
  });

  it.each([
    ["a crash", CRASH],
    ["a lasting failure of the agent itself", failed("permission", "persistent")],
    ["a failure of no known kind", failed("unknown", "unknown")],
  ])("is not asked after %s", (_, outcome) => {
    expect(asked(run().ends("a.1", outcome))).toEqual([]);
  });

  it("is told within a bound, which says what was left out", () => {
    const evidence = Array.from({ length: 3_000 }, (_, i) => `line ${i} of the output of a very talkative test`);
    const title = "t".repeat(20_000);
    const scene = run({ tasks: [{ id: "a", prompt: title }] }).ends("a.1", done("a"));
    scene.verified("a.1", { ...gate("quality", "failed"), evidence });
    const { prompt } = orderOf(scene.state, "@debugger-1.1");
    expect(prompt.length).toBeLessThan(30_000);
    expect(prompt).toMatch(/… \d+ lines left out …/);
    expect(prompt).toMatch(/\[… \d+ characters left out here …\]/);
  });

  it("that fails is recorded, and the retry goes on without; no retry is counted for it", () => {
    const scene = run({ policies: { malformedRetries: 0 } }).ends("a.1", done("a"));
    scene.verified("a.1", gate("quality", "failed")).quietly();
    scene.ends("@debugger-1.1", failed("malformed_output", "transient", "no JSON"));
    expect(scene.then()).toContainEqual(
      expect.objectContaining({
        type: "advice_failed",
        advisor: "@debugger-1",
        because: expect.objectContaining({ rule: "advice_failed" }),
      }),
    );
    expect(scene.task("a")).toMatchObject({ attempt: "a.2", counts: { retries: 1 } });
    expect(scene.state.questions.open.size).toBe(0);
  });

  it("that answered is the latest analysis", () => {
    const scene = run().ends("a.1", done("a")).verified("a.1", gate("quality", "failed"));
    const answer = {
      failure_classification: "test_failure",
      root_cause: "a typo",
      root_cause_location: null,
      fix: { description: "mend it", changes: [] },
      out_of_scope: [],
      upstream_dependency: null,
      confidence: "high",
      confidence_reason: "seen",
    } as const;
    scene.ends("@debugger-1.1", { type: "advised", role: "debugger", answer });
    expect(scene.state.advisors.latest).toMatchObject({ task: "a", advisor: "@debugger-1", at: scene.at });
    expect(scene.state.advisors.latest?.text).toContain("a typo");
  });

  it("is not asked with money that is not there", () => {
    const scene = run({ settings: { advisors, budgets: { usd: 2.5 } }, tasks: ["a", "b"] });
    scene.when({ type: "attempt_ended", attempt: "b.1", outcome: done("b"), usage: { tokens: 1, usd: 1 } });
    scene.when({ type: "attempt_ended", attempt: "a.1", outcome: done("a"), usage: { tokens: 1, usd: 1 } });
    scene.verified("a.1", gate("quality", "failed"));
    expect(asked(scene)).toEqual([]);
    expect(scene.task("a").because).toMatchObject({ rule: "too_costly", facts: { whose: "run", left: "$0.50" } });
  });
});

describe("where a supervisor is first asked whether two failures have one cause", () => {
  const fails = (name: string, message: string) => ({
    ...gate("quality", "failed", message),
    name,
    evidence: [message],
  });
  const bothFailed = () => {
    const scene = run({ tasks: ["a", "b"] })
      .ends("a.1", done("a"))
      .ends("b.1", done("b"));
    scene.verified("a.1", fails("sh a.sh", "the sum of tariffkit is off by 4 cents"));
    scene.ends("@debugger-1.1", failed("refusal_or_blocked", "terminal", "no"));
    return scene.verified("b.1", fails("sh b.sh", "configuration of tariffkit: up or down, not half"));
  };
  const answer = (affected: readonly string[] | null): Outcome => {
    const pattern = affected && { description: "", root_cause: "tariffkit rounds otherwise", affected_tasks: affected };
    const rest = { actions: [], recommendations: [], should_halt: false, halt_reason: null };
    return { type: "advised", role: "supervisor", answer: { diagnosis: "seen", pattern_detected: pattern, ...rest } };
  };

  it.each([
    ["its no", answer(null)],
    ["its silence", failed("refusal_or_blocked", "terminal", "no")],
    ["a yes that cannot count", answer(["nobody"])],
  ])("the debugger is asked after %s, with what was found", (_after, outcome) => {
    const scene = bothFailed();
    expect(asked(scene)).toEqual([]);
    scene.ends("@supervisor-1.1", outcome);
    expect(asked(scene).map(({ request }) => request.about)).toEqual(["b"]);
    expect(orderOf(scene.state, "@debugger-2.1").prompt).toContain("configuration of tariffkit: up or down, not half");
    expect(scene.task("b")).toMatchObject({ status: "waiting", counts: { retries: 1 } });
  });

  it("it is not asked after a yes: there is a fix", () => {
    const scene = bothFailed().ends("@supervisor-1.1", answer(["a", "b"]));
    expect(asked(scene)).toEqual([]);
    expect(scene.state.patterns.found.size).toBe(1);
  });
});

describe("what earlier runs met", () => {
  const text = "Cannot find module 'left-padd'";
  const history: KnownHistory = {
    project: "shop",
    causes: [
      { key: "", says: "left-padd is missing", project: "mill", run: "r3", at: 1, action: "retry", outcome: "done" },
    ],
  };

  it("is told to the advisors, and decides nothing", async () => {
    const { causeOf } = await import("../causes/cause-of.ts");
    const { key } = causeOf({ id: "x", class: "import_error", text, project: "shop" });
    const causes = history.causes.map((cause) => ({ ...cause, key }));
    const scene = run();
    const { settings } = scene.state;
    const opened = { type: "run_opened", host: "here", bootId: "boot", pid: 2, version: "0", adopted: [] } as const;
    scene.when({ ...opened, settings, history: { project: "shop", causes } });
    scene.ends("a.1", done("a"));
    const broken = { ...gate("quality", "failed", text), failure: { class: "import_error" as const } };
    scene.verified("a.1", broken);
    expect(orderOf(scene.state, "@debugger-1.1").prompt).toContain(
      "Seen before in r3 of mill: left-padd is missing; solved by retry.",
    );
    expect(scene.task("a")).toMatchObject({ because: { rule: "persistent_failure" }, counts: { retries: 1 } });
  });
});
