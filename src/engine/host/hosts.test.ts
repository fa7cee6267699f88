import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { CRASH, failed } from "../../testing/outcomes.ts";

describe("a lost host or keeper", () => {
  it("costs no restart", () => {
    const run = given({ tasks: ["a"] })
      .up("a.1")
      .quietly();
    run.ends("a.1", { type: "lost", evidence: ["keeper is gone"] });
    expect(run.names()).toEqual(["attempt_ended:a.1", "task_requeued:a", "attempt_started:a.2"]);
    expect(run.task("a")).toMatchObject({ restarts: 0, counts: { retries: 0 } });
  });

  it("does not count against the attempts of a lineage, and neither does a stop", () => {
    const run = given({ tasks: ["a"], policies: { attemptsMax: 2 } });
    run.ends("a.1", { type: "lost", evidence: [] }).ends("a.2", { type: "lost", evidence: [] });
    run.when({ type: "stop" }).ends("a.3", { type: "stopped" });
    const { settings } = run.state;
    run.when({ type: "run_opened", host: "here", bootId: "boot", pid: 2, version: "0", adopted: [], settings });
    run.ends("a.4", CRASH);
    expect(run.task("a").attempt).toBe("a.5");
    expect(run.quietly().ends("a.5", CRASH).then().at(-1)).toMatchObject({
      question: { because: { rule: "attempts_used_up", facts: { attempts: 2 } } },
    });
  });

  it("ends in a question with the evidence when a task is lost again and again, and a person's word begins anew", () => {
    const run = given({ tasks: ["a"], policies: { lostAttempts: 3 } }).quietly();
    const lost = { type: "lost", evidence: ["its keeper left no exit status"] } as const;
    run.ends("a.1", lost).ends("a.2", lost).ends("a.3", lost);
    expect(run.then().at(-1)).toMatchObject({
      question: {
        tasks: ["a"],
        because: { rule: "lost_too_often", facts: { count: 3 }, evidence: ["its keeper left no exit status"] },
      },
    });
    expect(run.task("a")).toMatchObject({ restarts: 0, attempt: null, counts: { retries: 0 } });
    run.when({ type: "answer", question: "q1", text: "the clean-up job is off" });
    run.ends("a.4", lost).ends("a.5", lost);
    expect(run.task("a").attempt).toBe("a.6");
  });

  it("counts only losses in a row, and neither outages nor stops", () => {
    const run = given({ tasks: ["a"], policies: { lostAttempts: 2 } }).quietly();
    const lost = { type: "lost", evidence: [] } as const;
    for (const attempt of ["a.1", "a.2", "a.3"]) run.ends(attempt, { ...lost, outage: true });
    run.ends("a.4", lost).ends("a.5", CRASH).pass(10_000);
    expect(run.task("a")).toMatchObject({ attempt: "a.6", counts: { lost: 0 } });
    run.ends("a.6", lost).ends("a.7", { ...lost, outage: true });
    expect(run.task("a")).toMatchObject({ attempt: "a.8", counts: { lost: 1 } });
    expect(
      run
        .ends("a.8", lost)
        .then()
        .map(({ type }) => type),
    ).toContain("question_asked");
  });

  it("makes no restart forgotten: crashes before and after it count together, until a person speaks", () => {
    const roles = { worker: { restarts: 1, withinS: 300, backoff: { kind: "none" }, graceS: 1 } } as const;
    const run = given({ tasks: ["a"], policies: { roles: { ...roles, drone: roles.worker, lead: roles.worker } } });
    const crash = (message: string) => failed("crash", "transient", message);
    run.ends("a.1", crash("one way")).ends("a.2", { type: "lost", evidence: [] }).quietly();
    run.ends("a.3", crash("another way"));
    expect(run.then().map(({ type }) => type)).toEqual(
      expect.arrayContaining(["supervisor_gave_up", "question_asked"]),
    );
    run.when({ type: "answer", question: "q1", text: "the disk was full" }).quietly();
    run.ends("a.4", crash("a third way"));
    expect(run.names()).toContain("attempt_started:a.5");
  });

  it("lets a restart be forgotten that is older than the window", () => {
    const roles = { worker: { restarts: 1, withinS: 60, backoff: { kind: "none" }, graceS: 1 } } as const;
    const run = given({ tasks: ["a"], policies: { roles: { ...roles, drone: roles.worker, lead: roles.worker } } });
    run.ends("a.1", CRASH).ends("a.2", { type: "lost", evidence: [] }).pass(62_000).quietly();
    expect(run.ends("a.3", failed("crash", "transient", "another way")).names()).toContain("attempt_started:a.4");
  });

  it("loses only what it hosted", () => {
    const run = given({ tasks: ["a", "b"] })
      .up("a.1")
      .quietly();
    expect(run.when({ type: "host_lost", host: "here" }).names()).toEqual([
      "host_lost",
      "attempt_ended:a.1",
      "task_requeued:a",
      "attempt_started:a.2",
    ]);
  });

  it("is decided from counted silent beats, and a beat that comes begins the count anew", () => {
    const run = given({ tasks: ["a"] })
      .up("a.1")
      .quietly();
    const silent = { type: "host_silent", host: "here" } as const;
    run.when(silent).when(silent).when(silent).when({ type: "host_up", host: "here", bootId: "boot" });
    run.when(silent).when(silent).when(silent);
    expect(run.names()).not.toContain("host_lost");
    expect(run.when(silent).names()).toEqual([
      "host_silent",
      "host_lost",
      "attempt_ended:a.1",
      "task_requeued:a",
      "attempt_started:a.2",
    ]);
  });

  it("of a host nobody knows changes nothing", () => {
    const run = given({ tasks: ["a"] }).quietly();
    expect(run.when({ type: "host_silent", host: "elsewhere" }).names()).toEqual([]);
    expect(run.answer).toEqual({ type: "no" });
  });
});
