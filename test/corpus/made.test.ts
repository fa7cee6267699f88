/** The outputs that real toolchains printed: that there are enough of them, and that the classifier still reads them. */
import { expect, test } from "vitest";
import { figuresOf } from "../../scripts/quality/figures.ts";
import { byShipped } from "../../scripts/quality/held-out.ts";
import { heldOutOutputs, keptApartOutputs, madeOutputs, roundOutputs } from "../../scripts/quality/labelled.ts";
import { pairsOf, recipeGroups } from "../../scripts/quality/pairs.ts";
import APART from "./held-out-apart.json" with { type: "json" };
import ROUNDS_APART from "./rounds-apart.json" with { type: "json" };

const outputs = madeOutputs();
const answers = byShipped(outputs);

test("there are at least 400 outputs of at least 25 tools, and 80 causes that different tools tell", () => {
  expect(outputs.length).toBeGreaterThanOrEqual(400);
  expect(new Set(outputs.map(({ source }) => source)).size).toBeGreaterThanOrEqual(25);
  const byGroup = Map.groupBy(
    outputs.filter(({ group }) => group !== null),
    ({ group }) => group,
  );
  const across = [...byGroup.values()].filter((members) => new Set(members.map(({ tool }) => tool)).size > 1);
  expect(across.length).toBeGreaterThanOrEqual(80);
});

test("their classes are known", () => {
  const wrong = answers.filter(({ output, found }) => output.class !== found.class);
  expect(wrong.length / answers.length).toBeLessThanOrEqual(0.02);
});

test("nothing that needs a person is called transient", () => {
  expect(answers.filter(({ output, found }) => output.restart === "terminal" && found.restart === "transient")).toEqual(
    [],
  );
});

test("what different tools tell of one cause comes together, and hardly anything else does", () => {
  const { groups, unrelated } = recipeGroups(answers);
  const { found, all, wrong } = pairsOf(answers, groups, unrelated);
  expect(found / all).toBeGreaterThanOrEqual(0.75);
  expect(wrong.length).toBeLessThanOrEqual(15);
});

test("of tools that were kept apart, four classes in five and nine restarts in ten are known", () => {
  const asked = byShipped(keptApartOutputs());
  const [of, restart] = figuresOf(asked);
  expect((of?.right ?? 0) / (of?.all ?? 1)).toBeGreaterThanOrEqual(0.8);
  expect((restart?.right ?? 0) / (restart?.all ?? 1)).toBeGreaterThanOrEqual(0.88);
});

test("of outputs that were labelled before they were asked about, the class of nine in ten is known, and nothing terminal is called transient", () => {
  const asked = byShipped(roundOutputs());
  const [of, restart] = figuresOf(asked);
  expect((of?.right ?? 0) / (of?.all ?? 1)).toBeGreaterThanOrEqual(0.9);
  expect((restart?.right ?? 0) / (restart?.all ?? 1)).toBeGreaterThanOrEqual(0.93);
  expect(asked.filter(({ output, found }) => output.restart === "terminal" && found.restart === "transient")).toEqual(
    [],
  );
});

test("of outputs that nothing was learned from, six classes in seven, nineteen restarts in twenty and three subjects in four are known", () => {
  const [of, restart, subject] = figuresOf(byShipped(heldOutOutputs()));
  expect((of?.right ?? 0) / (of?.all ?? 1)).toBeGreaterThanOrEqual(0.86);
  expect((restart?.right ?? 0) / (restart?.all ?? 1)).toBeGreaterThanOrEqual(0.94);
  expect((subject?.right ?? 0) / (subject?.all ?? 1)).toBeGreaterThanOrEqual(0.75);
});

test("of outputs that nothing was learned from, seven pairs of one cause in ten come together, and hardly anything that only looks alike", () => {
  const asked = byShipped(heldOutOutputs());
  const { found, all, wrong } = pairsOf(asked, recipeGroups(asked).groups, APART);
  expect(found / all).toBeGreaterThanOrEqual(0.7);
  expect(wrong.length).toBeLessThanOrEqual(2);
});

test("of a round that was written to look alike, no two causes are taken for one", () => {
  const asked = byShipped(roundOutputs().filter(({ id }) => id.startsWith("r6-")));
  const { groups } = recipeGroups(asked);
  // Somebody named these as looking alike; and one member of each cause, because no two causes are the same.
  const oneOfEach = groups.flatMap(([first]) => first ?? []);
  expect(oneOfEach.length).toBeGreaterThan(20);
  expect(pairsOf(asked, groups, [...ROUNDS_APART, oneOfEach]).wrong).toEqual([]);
});
