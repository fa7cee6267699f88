/** Failures meet by the rare thing they name, and never by one that contradicts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SeenFailure } from "../seen-failure.ts";
import { BELOW, createMeeting, meet, metWith } from "./meeting.ts";
import { addFailure, createPatternIndex, groupOf, groupsOf } from "./pattern-index.ts";

const partition = (failures: readonly SeenFailure[]): readonly (readonly string[])[] => {
  const index = createPatternIndex();
  for (const failure of failures) addFailure(index, failure);
  return groupsOf(index, 1)
    .map(({ members }) => members)
    .toSorted();
};

test("an import that fails and an install that does not find it are one cause, and it says so", () => {
  const index = createPatternIndex();
  addFailure(index, {
    id: "a",
    class: "import_error",
    subject: "ledgerlib",
    text: "ModuleNotFoundError: No module named 'ledgerlib'",
  });
  addFailure(index, {
    id: "b",
    class: "dependency_install",
    subject: "ledgerlib",
    text: "ERROR: No matching distribution found for ledgerlib",
  });
  addFailure(index, { id: "c", class: "import_error", subject: "taxlib", text: "No module named 'taxlib'" });
  expect(groupOf(index, "a")?.members).toEqual(["a", "b"]);
  expect(groupOf(index, "a")?.shares).toBe("both name `ledgerlib`, which 2 of 3 failures name");
});

test("a table that is missing and one that is there twice are two causes", () => {
  const missing: SeenFailure = { id: "a", class: "schema_mismatch", subject: "orders", text: "no such table: orders" };
  const twice: SeenFailure = {
    id: "b",
    class: "schema_mismatch",
    subject: "orders",
    text: "table orders already exists",
  };
  expect(partition([missing, twice])).toEqual([["a"], ["b"]]);
});

test("a login that is refused and an access that is forbidden are two causes", () => {
  const refused: SeenFailure = {
    id: "a",
    class: "auth",
    subject: "git.acme.example",
    text: "401 Unauthorized from https://git.acme.example/a",
  };
  const forbidden: SeenFailure = {
    id: "b",
    class: "auth",
    subject: "git.acme.example",
    text: "403 Forbidden from https://git.acme.example/a",
  };
  expect(partition([refused, forbidden])).toEqual([["a"], ["b"]]);
});

test("what lies below a package belongs to it once somebody misses the whole, its neighbours do not", () => {
  const java = (id: string, name: string): SeenFailure => ({
    id,
    class: "import_error",
    subject: name,
    text: `error: package ${name} does not exist`,
  });
  expect(partition([java("a", "org.acme.rates.daily"), java("b", "org.acme.rates")])).toEqual([["a", "b"]]);
  expect(partition([java("a", "org.acme.rates.daily"), java("b", "org.acme.rates.hourly")])).toEqual([["a"], ["b"]]);
});

test("names that everybody has are no meeting place", () => {
  const utils = (id: string, of: SeenFailure["class"]): SeenFailure => ({ id, class: of, subject: "utils", text: "" });
  expect(partition([utils("a", "import_error"), utils("b", "dependency_install")])).toEqual([["a"], ["b"]]);
});

test("who met whom does not depend on the order", () => {
  const names = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.subarray(["x", "y", `${BELOW}x`, "z"])), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(names, fc.integer(), (given, turn) => {
      const inOrder = createMeeting();
      const turned = createMeeting();
      const at = given.length === 0 ? 0 : Math.abs(turn) % given.length;
      for (const [node, own] of given) meet(inOrder, node, own);
      for (const [node, own] of [...given.slice(at), ...given.slice(0, at)]) meet(turned, node, own);
      for (const [node] of given) expect(metWith(turned, node).toSorted()).toEqual(metWith(inOrder, node).toSorted());
    }),
  );
});
