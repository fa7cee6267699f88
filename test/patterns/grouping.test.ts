/** Failures told in many words, all in one index: what has one cause comes together, and nothing else does. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addFailure, createPatternIndex, groupOf, groupsOf } from "../../src/engine/causes/groups/pattern-index.ts";
import type { PatternGroup, SeenFailure } from "../../src/engine/causes/seen-failure.ts";
import { classify } from "../../src/engine/classify/classify.ts";
import { seen } from "./cause-case.ts";
import { CODE_CASES } from "./code-cases.ts";
import { DATA_CASES } from "./data-cases.ts";
import { FAULT_CASES } from "./fault-cases.ts";
import { LANGUAGE_CASES } from "./language-cases.ts";
import { MODULE_CASES } from "./module-cases.ts";
import { SERVICE_CASES } from "./service-cases.ts";

const cases = [...MODULE_CASES, ...LANGUAGE_CASES, ...DATA_CASES, ...SERVICE_CASES, ...CODE_CASES, ...FAULT_CASES];
const ids = (place: number): string[] => (cases[place]?.failures ?? []).map((_, n) => `f${place}-${n}`).sort();
const failures: readonly SeenFailure[] = cases.flatMap(({ failures: told }, place) =>
  told.map((failure, n) => ({ ...failure, id: `f${place}-${n}` })),
);

function grouped(given: readonly SeenFailure[], sizeMin = 1): PatternGroup[] {
  const index = createPatternIndex();
  for (const failure of given) addFailure(index, failure);
  return groupsOf(index, sizeMin);
}

describe("all cases at once", () => {
  const groups = grouped(failures);
  const groupWith = (id: string) => groups.find(({ members }) => members.includes(id));

  test.each(cases.map(({ cause, kind }, place) => ({ cause, kind, place })))("$cause", ({ kind, place }) => {
    const group = groupWith(`f${place}-0`);
    expect(group?.members).toEqual(ids(place));
    expect(group?.kind).toBe(kind);
    expect(group?.root_cause).not.toBe("");
  });

  test("there are enough of them to mean something", () => {
    expect(cases.filter((each) => each.failures.length > 1).length).toBeGreaterThanOrEqual(40);
  });
});

test("a cause is told in the spelling that people use", () => {
  const perl = seen("import_error", "Can't locate Ledger/Tariff.pm in @INC (@INC contains: lib) at t/bill.t line 4.");
  const [group] = grouped([{ ...perl, id: "one" }]);
  expect(group?.root_cause).toBe("the package Ledger::Tariff is missing");
});

test("the groups are the same in whatever order the failures come", () => {
  const sorted = grouped(failures);
  fc.assert(
    fc.property(fc.shuffledSubarray([...failures], { minLength: failures.length }), (order) => {
      expect(grouped(order)).toEqual(sorted);
    }),
    { numRuns: 30 },
  );
});

test("the groups of any part of them, in any order, are the same", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...failures], { minLength: 2 }), (part) => {
      const inOrder = part.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(grouped(part)).toEqual(grouped(inOrder));
    }),
    { numRuns: 60 },
  );
});

test("what adding says is what the groups say in the end", () => {
  const index = createPatternIndex();
  for (const failure of failures) {
    const { group, joined, size } = addFailure(index, failure);
    const found = groupOf(index, failure.id);
    expect({ group, joined, size }).toEqual({
      group: found?.group,
      joined: (found?.members.length ?? 0) > 1,
      size: found?.members.length,
    });
    expect(groupsOf(index, 1)).toContainEqual(found);
  }
});

test("of 41 failures three name one thing in Python, Go and TypeScript: they are one group, which says so, and the rest is alone", () => {
  const trees = ["alder", "birch", "cedar", "dogwood", "elm", "fir", "gorse", "hazel", "iris", "juniper"];
  const others = Array.from({ length: 38 }, (_, at) => {
    const name = `${trees[at % trees.length]}${"abcd"[Math.floor(at / trees.length)]}kit`;
    return at % 2 === 0
      ? `src/${name}.ts(1,20): error TS2307: Cannot find module '${name}'.`
      : `E   ModuleNotFoundError: No module named '${name}'`;
  });
  const same = [
    "tests/test_rate.py:1: in <module>\n    import tariffkit\nE   ModuleNotFoundError: No module named 'tariffkit'",
    "main.go:4:2: package tariffkit is not in std (/usr/local/go/src/tariffkit)",
    "src/cart.ts(1,20): error TS2307: Cannot find module 'tariffkit' or its corresponding type declarations.",
  ];
  const told = [...others, ...same].map((text, at): SeenFailure => {
    const { class: kind, subject, entities } = classify({ text, exitCode: 1 });
    return { id: `f${at}`, class: kind, ...(subject !== null && { subject }), entities, text };
  });
  expect(grouped(told, 2)).toMatchObject([
    { members: ["f38", "f39", "f40"], shares: "all 3 name `tariffkit`, which 3 of 41 failures name" },
  ]);
  expect(grouped(told.toReversed(), 2)).toEqual(grouped(told, 2));
});
