/** Whom Reeve tells of what: one message per cause, again at most twice, one for a crowd, none for what is known. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Notice } from "../../domain/notice.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { blocked, done, failed } from "../../testing/outcomes.ts";
import { outstanding } from "../react.ts";

const MINUTE = 60_000;
const PHONE = [{ name: "phone", from: "info" }] as const;
const auth = failed("auth", "terminal", "401");
const noSpace = failed("disk_full", "terminal", "no space left on device");

function aRun(tasks: readonly string[], notify: readonly { name: string; from: "info" | "high" }[] = PHONE): Scenario {
  return given({ tasks: [...tasks], settings: { notify, maxParallel: 50 }, policies: { haltFailedShare: 1 } });
}

function told(run: Scenario): Notice[] {
  return run.everything.flatMap((event) => (event.type === "notice_raised" ? [event.notice] : []));
}

const MANY = Array.from({ length: 20 }, (_, at) => `t${at}`);

describe("a question", () => {
  it("is one message with what it holds up and the command that answers it", () => {
    const run = given({
      tasks: ["a", { id: "b", dependsOn: ["a"] }, "c"],
      settings: { notify: PHONE, maxParallel: 9 },
    });
    run.up("a.1").ends("a.1", blocked("a"));
    expect(told(run)).toMatchObject([
      {
        id: "n1",
        severity: "high",
        title: "a asks you (q1)",
        text: "which way?\n1. left\n2. right\nWaiting: a, and 1 task after it.",
        commands: ["reeve answer q1 1 --run r1"],
        questions: ["q1"],
        to: ["phone"],
      },
    ]);
    expect(run.owed()).toContain("send_notice");
  });

  it("of a cause that was told of just now waits for the cool-down, and then all of them are one message", () => {
    const run = aRun(MANY);
    for (const task of ["t1", "t2", "t3", "t4"]) run.up(`${task}.1`).ends(`${task}.1`, noSpace);
    expect(told(run).map(({ questions }) => questions)).toEqual([["q1"]]);
    run.pass(9 * MINUTE);
    expect(told(run)).toHaveLength(1);
    run.pass(MINUTE);
    expect(told(run)[1]).toMatchObject({ title: "3 questions of one kind (q2, q3, q4)", again: 0 });
  });

  it("of another cause is told at once", () => {
    const run = aRun(MANY);
    run.up("t1.1").ends("t1.1", noSpace).up("t2.1").ends("t2.1", blocked("t2"));
    expect(told(run).map(({ questions }) => questions)).toEqual([["q1"], ["q2"]]);
  });

  it("that nobody answers is raised again twice, and never a third time", () => {
    const run = aRun(["a", "b"]);
    run
      .up("a.1")
      .ends("a.1", blocked("a"))
      .pass(100 * 60 * MINUTE);
    expect(told(run).map(({ again, at, title }) => [again, at - 1_000_000, title])).toEqual([
      [0, 0, "a asks you (q1)"],
      [1, 60 * MINUTE, "Still unanswered: a asks you (q1)"],
      [2, 300 * MINUTE, "Still unanswered: a asks you (q1)"],
    ]);
  });

  it("that is answered or acknowledged is not raised again; one nobody asks is refused", () => {
    const answered = aRun(["a", "b"])
      .up("a.1")
      .ends("a.1", blocked("a"))
      .when({ type: "answer", question: "q1", text: "left" });
    expect(told(answered.pass(600 * MINUTE))).toHaveLength(1);
    const known = aRun(["a", "b"]).up("a.1").ends("a.1", blocked("a")).when({ type: "ack", question: "q1" });
    expect(told(known.pass(600 * MINUTE))).toHaveLength(1);
    expect(known.state.questions.open.get("q1")?.ackedAt).toBe(1_000_000);
    expect(known.when({ type: "ack", question: "q9" }).answer).toMatchObject({ type: "refused" });
  });

  it("is sent to nobody where nobody is named, and leaves no trace of it in the journal", () => {
    const run = aRun(["a"], []).up("a.1").ends("a.1", blocked("a"));
    expect(run.everything.filter(({ type }) => /^notice|^inbox/.test(type))).toEqual([]);
  });
});

describe("a crowd", () => {
  it("of more than a third of the open tasks is one message, not one for each", () => {
    const run = aRun(MANY.slice(0, 9));
    for (const at of [0, 1, 2, 3, 4, 5])
      run.up(`t${at}.1`).ends(`t${at}.1`, at % 2 === 0 ? blocked(`t${at}`) : noSpace);
    const messages = told(run);
    expect(messages.map(({ cause }) => cause)).toEqual([
      "task blocked ambiguous_spec",
      "task terminal_failure disk_full",
      "crowd",
    ]);
    expect(messages[2]).toMatchObject({ severity: "critical", title: "4 of 9 tasks wait for you (q1, q2, q3, q4)" });
    expect(told(run.pass(10 * MINUTE)).at(-1)).toMatchObject({ cause: "crowd", questions: ["q5", "q6"] });
  });
});

describe("what is told beside questions", () => {
  it("is that all is done, once, to those who want to hear of it", () => {
    const run = aRun(
      ["a"],
      [
        { name: "phone", from: "info" },
        { name: "pager", from: "high" },
      ],
    );
    run.up("a.1").ends("a.1", done("a")).verified("a.1");
    expect(told(run)).toMatchObject([{ severity: "info", title: "plan: all is done", to: ["phone"] }]);
  });

  it("is that a run is halted for its budget", () => {
    const run = given({ tasks: ["a"], settings: { notify: PHONE, budgets: { usd: 1 } } }).up("a.1");
    run.when({
      type: "attempt_progressed",
      attempt: "a.1",
      usage: { tokens: 1, usd: 2 },
      activity: null,
      session: null,
    });
    expect(told(run)).toMatchObject(
      [{ severity: "critical", commands: [/reeve grant run/, "reeve run --run r1"] }].map((each) => ({
        ...each,
        commands: expect.arrayContaining(["reeve run --run r1"]),
      })),
    );
  });

  it("is that tasks are given up: the first at once, the others with the next one after the cool-down", () => {
    const run = given({
      tasks: MANY,
      settings: { notify: PHONE, maxParallel: 50 },
      policies: { haltFailedShare: 1, escalation: "give_up" },
    });
    for (const at of [0, 1, 2]) run.up(`t${at}.1`).ends(`t${at}.1`, noSpace);
    expect(told(run)).toMatchObject([{ title: "t0 is given up" }]);
    run
      .pass(11 * MINUTE)
      .up("t3.1")
      .ends("t3.1", noSpace);
    expect(told(run)[1]).toMatchObject({ title: "t3 is given up", text: /.*/ });
    expect(told(run)[1]?.text).toContain("The same happened 2 more times before.");
  });
});

const happening = fc.oneof(
  fc.record({ do: fc.constant("ask" as const), task: fc.nat(11), how: fc.constantFrom("auth", "disk", "blocked") }),
  fc.record({ do: fc.constant("answer" as const), question: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant("ack" as const), question: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant("pass" as const), minutes: fc.nat(400) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

function happen(run: Scenario, each: Happening): void {
  if (each.do === "pass") run.pass(each.minutes * MINUTE);
  else if (each.do === "answer") run.when({ type: "answer", question: `q${each.question}`, text: "so" });
  else if (each.do === "ack") run.when({ type: "ack", question: `q${each.question}` });
  else {
    const attempt = run.task(`t${each.task}`).attempt;
    const end = { auth, disk: noSpace, blocked: blocked(`t${each.task}`) }[each.how];
    if (attempt !== null && end) run.up(attempt).ends(attempt, end);
  }
}

it("whatever happens, no question is told of more than three times and no cause twice within its cool-down", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      const run = aRun(MANY.slice(0, 12));
      for (const each of happenings) happen(run, each);
      const messages = told(run);
      const ids = messages.flatMap(({ questions }) => questions);
      for (const times of Map.groupBy(ids, (id) => id).values()) expect(times.length).toBeLessThanOrEqual(3);
      const first = messages.filter(({ again }) => again === 0);
      for (const { cause, at } of first) {
        const others = messages.filter((each) => each.cause === cause && each.at <= at).map((each) => at - each.at);
        expect(others.filter((apartMs) => apartMs < 10 * MINUTE)).toEqual([0]);
      }
      expect(run.state.timers.get("inbox")?.at ?? run.at).toBeGreaterThanOrEqual(run.at);
      expect(outstanding(run.state).filter(({ type }) => type === "send_notice")).toHaveLength(messages.length);
    }),
  );
});
