import { describe, expect, it } from "vitest";
import type { Checked } from "../mistakes/mistake.ts";
import { parseFaults } from "./parse-faults.ts";
import { parsePolicies, sameNames } from "./parse-policies.ts";

function right<T>(checked: Checked<T>): T {
  if (!checked.ok) throw new Error(checked.mistakes.map(({ what }) => what).join("; "));
  return checked.value;
}

describe("faults.yaml", () => {
  it("has a default for everything that is left out", () => {
    const exact = (value: number) => ({ kind: "exact", value });
    expect(right(parseFaults("faults: []", "faults.yaml", []))).toEqual({
      attempt: { minutes: exact(10), usd: exact(0.5), tokens: exact(100_000) },
      verifyMinutes: exact(1),
      mergeMinutes: exact(0.5),
      raisedUsdFactor: 1,
      answersAfterMinutes: 480,
      horizonHours: 168,
      faults: [],
    });
  });

  it("says what goes wrong, for whom, and what mends it", () => {
    const text = `
attempt: { minutes: { median: 10, p90: 30 }, usd: { min: 1, max: 2 } }
person: never
faults:
  - { class: import_error, subject: db, probability: 0.2, shared: true, usd: 0.1 }
  - { how: gate, class: test_failure, probability: 0.1, after_failure: 0.5, tasks: [api] }
  - { class: network, probability: 1, shared: { lasts_minutes: 30, made_by: api, mended_alone: 0 } }
  - { how: merge, probability: 0.3 }`;
    const { attempt, answersAfterMinutes, faults } = right(parseFaults(text, "faults.yaml", ["api"]));
    expect(attempt).toMatchObject({ minutes: { kind: "tail", median: 10, p90: 30 }, usd: { kind: "between" } });
    expect(answersAfterMinutes).toBeNull();
    expect(faults).toMatchObject([
      { how: "fails", takes: { usd: { value: 0.1 } }, shared: { mendedAlone: 0.25, mendedByFix: 0.9, madeBy: null } },
      { how: "gate", afterFailure: 0.5, tasks: ["api"], shared: null },
      { shared: { mendedAlone: 0, lastsMinutes: 30, madeBy: "api" } },
      { how: "merge", class: "merge_conflict" },
    ]);
  });
});

describe("a file of policies", () => {
  it("decides only what it says; each document is one policy", () => {
    const text = "---\n# first\nname: bold\npolicies: { attempts_max: 7 }\n---\nmax_parallel: 9\n---\n";
    const [bold, other, ...more] = right(parsePolicies(text, "dir/night.yaml"));
    expect(bold).toMatchObject({ name: "bold", decides: { policies: { attemptsMax: 7, escalation: "ask" } } });
    expect(Object.keys(bold?.decides ?? {})).toEqual(["policies"]);
    expect(other).toEqual({ name: "night 2", decides: { maxParallel: 9 } });
    expect(more).toEqual([]);
  });

  it("is called after its file where it has one policy without a name", () => {
    expect(right(parsePolicies("policies: {}", "dir/night.yaml"))).toMatchObject([{ name: "night" }]);
  });

  it("must not share a name with another", () => {
    const named = ["a", "b", "a"].map((name) => ({ name, decides: {}, file: "x.yaml" }));
    expect(sameNames(named).map(({ what }) => what)).toEqual(['two policies are called "a"']);
  });
});
