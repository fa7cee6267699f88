import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { blocked, CRASH, done, failed } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";

const backoff = { kind: "exponential", baseS: 2, capS: 60, jitter: 0 } as const;
const worker = { restarts: 3, withinS: 300, backoff, graceS: 10 };
const patient = { roles: { worker, drone: worker, lead: worker } };

const SEGFAULT = failed("crash", "transient", "segmentation fault");

/** Each another one, so that only how many there are counts. */
function crash(number: number) {
  return failed("crash", "transient", `${["one", "two", "three", "four", "five", "six"][number - 1]} went wrong`);
}

describe("a crash", () => {
  it("is restarted after a backoff that doubles, and the agent is told why", () => {
    const run = given({ tasks: ["a"], policies: patient }).quietly();
    const first = run.ends("a.1", CRASH).then();
    expect(first.map((event) => event.type)).toEqual(["attempt_ended", "task_requeued", "restart_scheduled"]);
    expect(first.at(-1)).toMatchObject({ delayMs: 2000, count: 1 });
    expect(run.pass(1999).names()).toEqual([]);
    expect(run.pass(1).names()).toEqual(["attempt_started:a.2"]);
    expect(orderOf(run.state, "a.2").prompt).toMatch(/^You were restarted: .*exit code 1/);
    expect(run.ends("a.2", SEGFAULT).then().at(-1)).toMatchObject({ delayMs: 4000, count: 2 });
  });

  it("keeps its slot while it waits for the restart", () => {
    const run = given({ tasks: ["a", "b"], settings: { maxParallel: 1 }, policies: patient }).quietly();
    expect(run.ends("a.1", CRASH).names()).not.toContain("attempt_started:b.1");
  });

  it("more often than the intensity allows makes its supervisor give up and asks a person, once", () => {
    const run = given({ tasks: ["a", "b"] }).quietly();
    for (const number of [1, 2, 3])
      expect(run.ends(`a.${number}`, crash(number)).names()).toContain(`attempt_started:a.${number + 1}`);
    expect(run.ends("a.4", crash(4)).names()).toEqual([
      "attempt_ended:a.4",
      "task_requeued:a",
      "supervisor_gave_up",
      "question_asked",
    ]);
    expect(run.task("a").status).toBe("waiting_for_input");
    expect(run.task("b").status).toBe("working");
    // Whoever is asked also learns what the last failure was.
    expect(run.task("a").because?.facts).toMatchObject({ failed: "a", restarts: 4, class: "crash" });
  });

  it("spread out further than the window is restarted every time it is another one, until the attempts are used up", () => {
    const run = given({ tasks: ["a"], policies: { attemptsMax: 6 } });
    for (const number of [1, 2, 3, 4, 5]) run.pass(200_000).ends(`a.${number}`, crash(number));
    expect(run.task("a").attempts).toBe(6);
    expect(run.quietly().ends("a.6", crash(6)).then().at(-1)).toMatchObject({
      type: "question_asked",
      question: { because: { rule: "attempts_used_up" } },
    });
  });

  it("of a report from an earlier attempt changes nothing", () => {
    const run = given({ tasks: ["a"] })
      .ends("a.1", CRASH)
      .quietly();
    expect(run.ends("a.1", done("a")).names()).toEqual([]);
    expect(run.answer).toEqual({ type: "no" });
  });
});

describe("malformed output", () => {
  const malformed = failed("malformed_output", "persistent", "no JSON");

  it("is answered with the same input again, at most three times, then a person is asked", () => {
    const run = given({ tasks: ["a"] });
    const first = orderOf(run.state, "a.1").prompt;
    for (const number of [1, 2, 3]) {
      run.ends(`a.${number}`, malformed);
      expect(orderOf(run.state, `a.${number + 1}`).prompt).toBe(first);
    }
    expect(run.quietly().ends("a.4", malformed).then().at(-1)).toMatchObject({
      type: "question_asked",
      question: { because: { rule: "retries_used_up" } },
    });
  });

  it("does not count as a restart", () => {
    const run = given({ tasks: ["a"] })
      .ends("a.1", malformed)
      .ends("a.2", malformed);
    expect(run.task("a")).toMatchObject({ restarts: 0, counts: { malformed: 2 } });
  });
});

describe("other failures", () => {
  it("that persist get one more try that knows why, then a person is asked", () => {
    const red = failed("lint_failure", "persistent", "2 rules are broken");
    const run = given({ tasks: ["a"] }).ends("a.1", red);
    expect(orderOf(run.state, "a.2").prompt).toContain("2 rules are broken");
    expect(run.quietly().ends("a.2", red).names()).toEqual(["attempt_ended:a.2", "question_asked"]);
  });

  it("of tests get two more tries, the third failure goes to a person", () => {
    const red = failed("test_failure", "persistent", "2 tests fail");
    const run = given({ tasks: ["a"] })
      .ends("a.1", red)
      .ends("a.2", red)
      .quietly();
    expect(run.ends("a.3", red).names()).toEqual(["attempt_ended:a.3", "question_asked"]);
  });

  it("get no more retries than a lineage may have", () => {
    const red = failed("test_failure", "persistent");
    const run = given({ tasks: ["a"], policies: { lineageRetries: 0 } }).quietly();
    expect(run.ends("a.1", red).names()).toEqual(["attempt_ended:a.1", "question_asked"]);
  });

  it("that are terminal or of no known kind go to a person at once", () => {
    for (const outcome of [failed("auth", "terminal"), failed("unknown", "unknown")]) {
      expect(
        given({ tasks: ["a"] })
          .quietly()
          .ends("a.1", outcome)
          .names(),
      ).toEqual(["attempt_ended:a.1", "question_asked"]);
    }
  });

  it("are given up where nobody is to be asked, with all that depends on them", () => {
    const run = given({
      tasks: ["a", { id: "b", dependsOn: ["a"] }, { id: "c", dependsOn: ["b"] }],
      policies: { escalation: "give_up" },
    }).quietly();
    expect(run.ends("a.1", failed("auth", "terminal")).then().slice(1)).toMatchObject([
      { type: "task_given_up", task: "a" },
      { type: "task_given_up", task: "b", because: { rule: "upstream_ended", facts: { task: "a" } } },
      { type: "task_given_up", task: "c", because: { rule: "upstream_ended" } },
      { type: "run_ended", verdict: "failed" },
    ]);
  });
});

describe("a blocked agent", () => {
  it("asks its own question, is no failure, and goes on with the answer", () => {
    const run = given({ tasks: ["a"] }).quietly();
    expect(run.ends("a.1", blocked("a")).then().at(-1)).toMatchObject({
      type: "question_asked",
      question: { id: "q1", text: "which way?", options: ["left", "right"] },
    });
    run.when({ type: "answer", question: "q1", text: "left" });
    expect(run.names()).toEqual(["question_answered", "task_requeued:a", "attempt_started:a.2"]);
    expect(orderOf(run.state, "a.2").prompt).toContain("The answer: left");
  });
});
