import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { failed } from "../../testing/outcomes.ts";
import { freezeState, thawState } from "../state.ts";

const LOGGED_OUT = failed("auth", "terminal", "Invalid API key · Please run /login");
const settings = { maxParallel: 2 };

describe("a login that is not valid", () => {
  it("is the task's own question first; the next that fails by it joins, and nobody of that agent starts any more", () => {
    const run = given({ tasks: ["a", "b", "c", "d"], settings }).quietly();
    expect(run.ends("a.1", LOGGED_OUT).names()).toEqual(["attempt_ended:a.1", "question_asked", "attempt_started:c.1"]);
    expect(run.ends("b.1", LOGGED_OUT).names()).toEqual(["attempt_ended:b.1", "question_joined:b"]);
    expect(run.ends("c.1", LOGGED_OUT).names()).toEqual(["attempt_ended:c.1", "question_joined:c"]);
    expect([...run.state.questions.open.values()]).toMatchObject([{ id: "q1", tasks: ["a", "b", "c"] }]);
    expect([run.task("d").status, run.task("d").attempts]).toEqual(["ready", 0]);
  });

  it("that was seen to lets all of them start", () => {
    const run = given({ tasks: ["a", "b", "c"], settings })
      .ends("a.1", LOGGED_OUT)
      .ends("b.1", LOGGED_OUT)
      .quietly();
    expect(run.ends("c.1", LOGGED_OUT).then()).toHaveLength(2);
    const started = run.when({ type: "answer", question: "q1", text: "logged in again" }).names();
    expect(started.filter((name) => name.startsWith("attempt_started"))).toHaveLength(2);
    expect(["a", "b", "c"].map((id) => run.task(id).question)).toEqual([null, null, null]);
    expect(run.state.derived.askedAgents.size).toBe(0);
  });

  it("still holds its agent after Reeve was started again", () => {
    const run = given({ tasks: ["a", "b", "c"], settings })
      .ends("a.1", LOGGED_OUT)
      .ends("b.1", LOGGED_OUT);
    const again = thawState(JSON.parse(JSON.stringify(freezeState(run.state))));
    expect([...again.derived.askedAgents.values()]).toEqual(["q1"]);
    expect(again.derived.askedAgents).toEqual(run.state.derived.askedAgents);
  });

  it("for which nobody waits any more holds nobody", () => {
    const run = given({ tasks: ["a", "b", "c"], settings: { maxParallel: 1 } })
      .ends("a.1", LOGGED_OUT)
      .ends("b.1", LOGGED_OUT)
      .quietly();
    const skip = (task: string) => run.when({ type: "skip", task, because: "not needed", dependants: "go_on" }).names();
    expect(skip("a")).not.toContain("attempt_started:c.1");
    expect(skip("b")).toContain("attempt_started:c.1");
  });

  it("halts no run: it is one cause, and it is asked about", () => {
    const tasks = Array.from({ length: 12 }, (_, at) => `t${at}`);
    const run = given({ tasks, settings: { maxParallel: 8 } });
    for (let at = 0; at < 8; at += 1) run.ends(`t${at}.1`, LOGGED_OUT);
    expect(run.state.run.phase).toBe("working");
    expect([...run.state.questions.open.keys()]).toEqual(["q1"]);
  });

  it("is another matter where the account is another, or where accounts are not to be held", () => {
    const other = failed("auth", "terminal", "fatal: Authentication failed for 'https://git.example.com/x.git'");
    const run = given({ tasks: ["a", "b"], settings })
      .ends("a.1", LOGGED_OUT)
      .ends("b.1", other);
    expect([...run.state.questions.open.keys()]).toEqual(["q1", "q2"]);
    const free = given({ tasks: ["a", "b"], settings, policies: { holdAccounts: false } });
    free.ends("a.1", LOGGED_OUT).ends("b.1", LOGGED_OUT);
    expect([...free.state.questions.open.keys()]).toEqual(["q1", "q2"]);
  });
});
