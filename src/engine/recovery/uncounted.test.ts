import { describe, expect, it } from "vitest";
import { asked } from "../../testing/advised-run.ts";
import { given } from "../../testing/given.ts";
import { blocked, done } from "../../testing/outcomes.ts";

describe("what costs nothing", () => {
  const limits = { uncountedAttempts: 4, lostAttempts: 3 };

  it("by an outage ends in a question after so many", () => {
    const run = given({ tasks: ["a"], policies: limits });
    for (let i = 1; i < 50 && run.task("a").attempt !== null; i += 1)
      run.ends(`a.${i}`, { type: "lost", evidence: ["the machine is gone"], outage: true });
    expect(run.task("a")).toMatchObject({ attempts: 4, status: "waiting_for_input" });
    expect(asked(run)).toEqual(["lost_too_often"]);
  });

  it("by a lost host ends in a question after so many", () => {
    const run = given({ tasks: ["a"], policies: limits });
    for (let i = 1; i < 50 && run.task("a").attempt !== null; i += 1)
      run
        .up(`a.${i}`)
        .when({ type: "host_lost", host: "here" })
        .when({ type: "host_up", host: "here", bootId: "boot" });
    expect(run.task("a")).toMatchObject({ attempts: 4, status: "waiting_for_input" });
  });

  it("by a usage limit that has always reset already ends in a question after so many", () => {
    const run = given({ tasks: ["a"], policies: limits });
    for (let i = 1; i < 50 && run.task("a").status !== "waiting_for_input"; i += 1) {
      const failure = { class: "rate_limit", restart: "transient", message: "limit", evidence: [] } as const;
      run.ends(`a.${i}`, { type: "failed", failure: { ...failure, retryAt: run.at } }).pass(60_000);
    }
    expect(run.task("a").attempts).toBe(5);
  });

  it("by being blocked ends in a question after so many", () => {
    const tasks = ["a", ...Array.from({ length: 9 }, (_, index) => `b${index}`)];
    const run = given({ tasks, settings: { maxParallel: 1 }, policies: limits });
    const waits = (on: string) => blocked("a", { blocked_reason: "missing_dependency", uncertain_about: on });
    for (let i = 0; i < 9 && run.task("a").status !== "waiting_for_input"; i += 1)
      run.ends(`a.${i + 1}`, waits(`b${i}`)).ends(`b${i}.1`, done(`b${i}`));
    expect(run.task("a").attempts).toBeLessThanOrEqual(4);
  });
});
