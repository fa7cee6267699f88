/** status, why, questions: with a Reeve at work and with none. They look and change nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aShellProject, atWork, cleanUp, DONE, planOf, UNTIL_GO } from "./kit.ts";
import type { TestProject } from "./project.ts";
import { restingRun } from "./resting-run.ts";

/** Looking changes nothing, so all tests share it. */
let resting: TestProject;
beforeAll(() => {
  resting = restingRun();
});
afterAll(() => cleanUp(resting));

describe("reeve status", () => {
  it("with nobody at work says what is done, what waits for what, what needs you and what it cost", () => {
    const { code, out } = resting.reeve("status");
    expect(code).toBe(0);
    expect(out).toContain("r1  A plan\n1 of 4 tasks done · waits for you; then `reeve run` resumes it\n");
    expect(out).toContain("Waiting\n  later  waits for crashes\n");
    expect(out).toMatch(/Needs you\n {2}q\d \(/);
    expect(out).toContain("(asks)  Which colour?");
    expect(out).toContain("Cost: nothing reported · 4 attempts, 1 restart");
  });

  it("with somebody at work names who, what runs and for how long", async () => {
    const project = aShellProject(planOf("a", "id: b, depends_on: [a]"), { a: `echo reading; ${UNTIL_GO}`, "*": DONE });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    const { out } = project.reeve("status");
    expect(out).toContain(`0 of 2 tasks done · working · pid ${reeve.child.pid} on `);
    expect(out).toMatch(/Running\n {2}a {2}sh for \d+ m?s/);
    expect(out).toContain("Waiting\n  b  waits for a");
    project.write("go", "");
    expect((await reeve.ended).code).toBe(0);
  });

  it("--json has one shape, whoever works", () => {
    const project = resting;
    const [view] = project.json<Record<string, unknown>>("status");
    expect(view).toMatchObject({
      run: { id: "r1", title: "A plan", phase: "working", plan: "plan.yaml", verdict: null },
      total: 4,
      counts: { done: 1, waiting_for_input: 2, waiting: 1 },
      running: [],
      backoff: [],
      waiting: [{ task: "later", move: { by: "tasks", on: ["crashes"] } }],
      usage: { tokens: 0 },
      attempts: 4,
      restarts: 1,
      holder: null,
      orders: [],
    });
    expect(view?.["questions"]).toMatchObject([{ id: "q1" }, { id: "q2" }]);
    expect(project.reeve("status", "--run", "r1", "--json").out).toBe(project.reeve("status", "--json").out);
  });
});

describe("reeve why", () => {
  it("tells the decisions about a task in order, with what they rest on, and what moves it next", () => {
    const { code, out } = resting.reeve("why", "crashes");
    const order = [
      "attempt 1 starts (sh)",
      "attempt 1 failed: ",
      "| exit 3",
      "| the wheel came off",
      "restarts at once (restart 1)",
      "attempt 2 starts (sh); its prompt says why",
      "attempt 2 failed: ",
      "asks you (q",
      "It failed the same way 2 times with nothing changed in between: ",
      "crashes waits for your answer to q",
    ];
    expect(code).toBe(0);
    expect(positions(out, order)).toEqual(order.map(() => expect.any(Number)));
  });

  it("of a task that never started says only what it waits for", () => {
    expect(resting.reeve("why", "later").out).toBe("later waits for crashes.\n");
  });

  it("without a task tells of each that is not done", () => {
    const project = resting;
    const { out } = project.reeve("why");
    expect(out.trimEnd().split("\n").length).toBe(3);
    expect(out).toMatch(/^asks waits for your answer to q\d — the agent says it is blocked \(ambiguous spec\)$/m);
    const rows = project.json<{ task: string }>("why");
    expect(rows.map(({ task }) => task)).toEqual(["crashes", "asks", "later"]);
  });

  it("of an unknown task suggests the one that was meant", () => {
    const project = resting;
    expect(project.reeve("why", "crashs")).toMatchObject({
      code: 2,
      err: "reeve: There is no task crashs in r1; did you mean crashes?\n",
    });
    expect(project.reeve("why", "something-else").err).toContain("its tasks are those of plan.yaml");
  });
});

describe("reeve questions", () => {
  it("shows who asks what, the options, and how to answer; nothing when nothing is open", () => {
    const project = resting;
    const { out } = project.reeve("questions");
    expect(out).toMatch(
      /^q\d \(asks\) {2}Which colour\?\n {5}high · asked .* ago · holds up asks\n {5}1\. red\n {5}2\. blue\n {5}reeve answer q\d "…", or the number/m,
    );
    expect(out).toMatch(/^q\d \(crashes\) {2}It failed the same way 2 times/m);
    expect(project.json("questions")).toMatchObject([{ id: "q1", text: expect.any(String) }, { id: "q2" }]);
    const done = aShellProject(planOf("a"), { "*": DONE });
    done.reeve("run", "plan.yaml");
    expect(done.reeve("questions").out).toBe("Nothing waits for your answer.\n");
  });
});

/** Where each piece begins, each after the one before; -1 where it does not come. */
function positions(text: string, pieces: readonly string[]): (number | null)[] {
  let from = 0;
  return pieces.map((piece) => {
    const at = text.indexOf(piece, from);
    if (at < 0) return null;
    from = at + piece.length;
    return at;
  });
}
