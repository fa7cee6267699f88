import { describe, expect, it } from "vitest";
import { aScene, type SceneSketch, SHARED } from "../../../test/simulate-policy/scenes.ts";
import { comparePolicies } from "./compare-policies.ts";

function figures(sketch: SceneSketch, runs = 40, seed = 1) {
  const [only] = comparePolicies([{ name: "it", ...aScene(sketch) }], runs, seed);
  if (!only) throw new Error("one policy gives one row");
  return only;
}

describe("comparing policies", () => {
  it("without faults every run is done, at exactly the cost of the attempts", () => {
    expect(figures({})).toMatchObject({
      policy: "it",
      runs: 40,
      success: 1,
      tasksDone: 1,
      usd: { mean: 10, p90: 10 },
      ms: { mean: 600_000, p90: 600_000 },
      attempts: 10,
      questions: 0,
      firstNotDone: null,
    });
  });

  it("the same seed gives the same figures, another seed others", () => {
    const faults = [{ class: "crash", probability: 0.3 }] as const;
    expect(figures({ faults })).toEqual(figures({ faults }));
    expect(figures({ faults }, 60, 2)).not.toEqual(figures({ faults }));
  });

  it.each(["crash", "test_failure", "malformed_output"] as const)(
    "the more often %s happens, the more attempts and money it takes",
    (kind) => {
      const rows = [0, 0.1, 0.3, 0.6].map((probability) => figures({ faults: [{ class: kind, probability }] }));
      const attempts = rows.map((row) => row.attempts);
      expect(attempts).toEqual(attempts.toSorted((a, b) => a - b));
      expect(new Set(attempts).size).toBe(4);
      expect(rows.map((row) => row.usd.mean)).toEqual(rows.map((row) => row.usd.mean).toSorted((a, b) => a - b));
    },
  );

  it("policies that decide alike have the same luck", () => {
    const scene = aScene({ faults: [{ class: "crash", probability: 0.3 }] });
    const [one, other] = comparePolicies(
      [1, 2].map((name) => ({ name: `${name}`, ...scene })),
      30,
      7,
    );
    expect({ ...one, policy: "" }).toEqual({ ...other, policy: "" });
  });

  it("a run that was not done can be played again alone by its seed", () => {
    const faults = [{ how: "blocked", probability: 0.02 }] as const;
    const takes = { answersAfterMinutes: null };
    const row = figures({ faults, takes });
    expect(row.success).toBeLessThan(1);
    expect(row.success).toBeGreaterThan(0);
    const first = row.firstNotDone;
    const again = figures({ faults, takes }, 1, first?.seed);
    expect(again.firstNotDone).toEqual(first);
    expect(again.success).toBe(0);
  });

  it("in a storm one fix is cheaper and quicker than everybody's own retries, and asks less", () => {
    const faults = [
      { class: "import_error", subject: "src/db", probability: 1, shared: { ...SHARED, mendedAlone: 0.25 } },
    ] as const;
    const settings = { maxParallel: 4 };
    const one = figures({ faults, settings });
    const alone = figures({ faults, settings, policies: { patterns: { threshold: 1000, running: "finish" } } });
    expect(one.ms.mean).toBeLessThan(alone.ms.mean);
    expect(one.questions).toBeLessThan(alone.questions);
    expect(one.attempts).toBeLessThan(alone.attempts);
  });
});
