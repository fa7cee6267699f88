import { expect, test } from "vitest";
import type { Entity } from "../../domain/proof/failure.ts";
import { contradict } from "./contradict.ts";
import type { SeenFailure } from "./seen-failure.ts";

function seen(text: string, entities: readonly Entity[] = []): SeenFailure {
  return { id: text, class: "gate_failure", entities, text };
}

test.each([
  ["No module named 'tariffkit'", "error[E0428]: the name `tariffkit` is defined multiple times"],
  ["tariffkit introuvable", "main.go:3:6: tariffkit redeclared in this block"],
  ["tariffkit не найден", "Duplicate identifier 'tariffkit'."],
  ["the token of tariffkit has expired", "tariffkit: access is forbidden for this role"],
])("%s contradicts: %s", (one, other) => {
  expect([contradict(seen(one), seen(other), "Tariffkit"), contradict(seen(other), seen(one), "tariffkit")]).toEqual([
    true,
    true,
  ]);
});

test.each([
  ["No module named 'tariffkit'", "tariffkit: rounding must be up or down"],
  ["No module named 'tariffkit'", "Cannot find module 'tariffkit'"],
  ["tariffkit not found; tariffkit is defined twice: duplicate", "No module named 'tariffkit'"],
])("%s does not contradict: %s", (one, other) => {
  expect(contradict(seen(one), seen(other), "tariffkit")).toBe(false);
});

test("what is said of other things does not count where something is said of the thing that both name", () => {
  const twice = seen("warning: cache not found\nerror: duplicate symbol tariffkit");
  expect(contradict(twice, seen("No module named 'tariffkit'"), "tariffkit")).toBe(true);
});

test("two accounts of one provider are two causes; one that both name is not", () => {
  const of = (name: string) => seen("the quota of acmecloud is odd", [{ kind: "account", name }]);
  expect(contradict(of("org-alpha"), of("org-beta"), "acmecloud")).toBe(true);
  expect(contradict(of("org-alpha"), of("ORG-alpha"), "acmecloud")).toBe(false);
});
