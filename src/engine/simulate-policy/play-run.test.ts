import { describe, expect, it } from "vitest";
import { aScene, SHARED } from "../../../test/simulate-policy/scenes.ts";
import { playRun } from "./play-run.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ALONE = { patterns: { threshold: 1000, running: "finish" } } as const;

describe("a run in which nothing goes wrong", () => {
  it("is done, and costs exactly what its attempts cost", () => {
    expect(playRun(aScene({}), 1)).toEqual({
      end: "done",
      why: null,
      tasksDone: 10,
      ms: 10 * MINUTE,
      usd: 10,
      tokens: 10_000,
      attempts: 10,
      fixes: 0,
      questions: 0,
      halts: 0,
    });
  });

  it("takes as long as its slots, its chains and its merges make it take", () => {
    expect(playRun(aScene({ settings: { maxParallel: 5 } }), 1).ms).toBe(20 * MINUTE);
    expect(playRun(aScene({ tasks: ["a", { id: "b", dependsOn: ["a"] }] }), 1).ms).toBe(20 * MINUTE);
    const takes = { verifyMinutes: { kind: "exact", value: 4 }, mergeMinutes: { kind: "exact", value: 1 } } as const;
    // Two places for verifying: five rounds of four minutes; the last merge follows the last of them, and one waits.
    expect(playRun(aScene({ takes }), 1).ms).toBe((10 + 5 * 4 + 2) * MINUTE);
  });
});

describe("what goes wrong", () => {
  it("a crash is restarted by the tree, with what it had cost", () => {
    const faults = [{ class: "crash", probability: 1, afterFailure: 0, tasks: ["t3"] }] as const;
    expect(playRun(aScene({ faults }), 1)).toMatchObject({ end: "done", attempts: 11, usd: 11, questions: 0 });
  });

  it("a failed gate sends the work back once, and then a person is asked, who mends it in the morning", () => {
    const faults = [{ how: "gate", class: "type_error", probability: 1, tasks: ["t3"] }] as const;
    const played = playRun(aScene({ faults }), 1);
    expect(played).toMatchObject({ end: "done", attempts: 12, questions: 1 });
    expect(played.ms).toBe(8 * HOUR + 30 * MINUTE);
  });

  it("a question that nobody answers is how the run ends, with the reason", () => {
    const faults = [{ how: "blocked", probability: 1, tasks: ["t3"] }] as const;
    const played = playRun(aScene({ faults, takes: { answersAfterMinutes: null } }), 1);
    expect(played).toMatchObject({ end: "asks", tasksDone: 9, questions: 1, ms: 10 * MINUTE });
    expect(played.why).toMatch(/^t3 waiting_for_input: /);
  });

  it("where nobody is to be asked, the task is given up and the rest is done", () => {
    const faults = [{ class: "auth", probability: 1, tasks: ["t3"] }] as const;
    const played = playRun(aScene({ faults, policies: { escalation: "give_up" } }), 1);
    expect(played).toMatchObject({ end: "failed", tasksDone: 9, questions: 0 });
    expect(played.why).toMatch(/^t3 given_up: /);
  });

  it("a usage limit holds its agent until it resets, and costs no question", () => {
    const limit = { class: "rate_limit", restart: "transient", probability: 1, afterFailure: 0 } as const;
    const faults = [{ ...limit, tasks: ["t3"], retryAfterMinutes: 90 }];
    expect(playRun(aScene({ faults }), 1)).toMatchObject({ end: "done", questions: 0, ms: 110 * MINUTE });
  });

  it("a budget halts the run while it burns, and nobody opens it again", () => {
    const played = playRun(aScene({ settings: { budgets: { usd: 6 } } }), 1);
    expect(played).toMatchObject({ end: "halted", halts: 1, tasksDone: 0 });
    expect(played.usd).toBeGreaterThan(6);
    expect(played.usd).toBeLessThan(8);
    expect(played.why).toContain("$6");
  });

  it("what never gets better ends at the horizon", () => {
    const roles = aScene({}).settings.policies.roles;
    const worker = { ...roles.worker, restarts: "unlimited" } as const;
    const faults = [{ class: "crash", probability: 1 }] as const;
    const policies = { attemptsMax: 10_000, roles: { ...roles, worker } };
    const takes = { horizonHours: 5 };
    expect(playRun(aScene({ faults, policies, takes }), 1)).toMatchObject({ end: "endless", ms: 5 * HOUR });
  });
});

describe("a cause that all share", () => {
  const cause = { class: "import_error", subject: "src/db", probability: 1, shared: SHARED } as const;

  it("is mended by one fix: the first wave fails once, and nobody is asked", () => {
    const played = playRun(aScene({ faults: [cause], settings: { maxParallel: 4 } }), 1);
    expect(played).toMatchObject({ end: "done", fixes: 1, questions: 0 });
    // One retry may have begun before the second failure showed that it is a pattern.
    expect(played.attempts).toBeLessThanOrEqual(4 + 1 + 1 + 10);
  });

  it("is met by each alone where no patterns are looked for, until the brake calls a person", () => {
    const scene = aScene({ faults: [cause], settings: { maxParallel: 4 }, policies: ALONE });
    const played = playRun(scene, 1);
    expect(played).toMatchObject({ end: "done", fixes: 0, halts: 1 });
    expect(played.questions).toBeGreaterThanOrEqual(4);
    expect(played.ms).toBeGreaterThan(8 * HOUR);
  });

  it("is not mended by a fix that fails to mend it", () => {
    const shared = { ...SHARED, mendedByFix: 0 };
    const played = playRun(aScene({ faults: [{ ...cause, shared }] }), 1);
    expect(played.fixes).toBe(1);
    expect(played.questions).toBeGreaterThan(0);
  });

  it("is mended in passing by whoever knows of it; where two do, the second one's merge conflicts", () => {
    const shared = { ...SHARED, mendedAlone: 1 };
    const two = { tasks: ["a", "b"], faults: [{ ...cause, shared }], policies: ALONE };
    expect(playRun(aScene(two), 1)).toMatchObject({ end: "done", questions: 0, attempts: 2 + 2 + 1 });
    expect(playRun(aScene({ ...two, isolated: false }), 1)).toMatchObject({ end: "done", attempts: 2 + 2 });
  });

  it("is gone when the task is done that makes what was missing, which is put first", () => {
    const shared = { ...SHARED, madeBy: "db" };
    const tasks = ["api", "page", { id: "db", files: ["src/db.ts"] }];
    const played = playRun(aScene({ tasks, faults: [{ ...cause, shared }] }), 1);
    expect(played).toMatchObject({ end: "done", attempts: 5, fixes: 0, questions: 0 });
  });

  it("may pass by itself", () => {
    const shared = { ...SHARED, lastsMinutes: 15 };
    const faults = [{ ...cause, class: "network", shared }] as const;
    expect(playRun(aScene({ faults }), 1)).toMatchObject({ end: "done", fixes: 0, questions: 0, attempts: 30 });
  });

  it("is only there in as many runs as its probability says", () => {
    const scene = aScene({ faults: [{ ...cause, probability: 0.3 }] });
    const met = Array.from({ length: 150 }, (_, seed) => playRun(scene, seed)).filter(({ fixes }) => fixes > 0);
    expect(met.length / 150).toBeGreaterThan(0.2);
    expect(met.length / 150).toBeLessThan(0.4);
  });
});
