import { expect, it } from "vitest";
import { diceFor, draw } from "./dice.ts";

it("the same seed and name give the same numbers, another name gives others", () => {
  const three = (seed: number, name: string) => {
    const dice = diceFor(seed, name);
    return [dice(), dice(), dice()];
  };
  expect(three(1, "a")).toEqual(three(1, "a"));
  expect(three(1, "a")).not.toEqual(three(1, "b"));
  expect(three(1, "a")).not.toEqual(three(2, "a"));
});

it("first throws of dice with similar names are spread evenly", () => {
  const throws = Array.from({ length: 10_000 }, (_, index) => diceFor(1, `t${index}.1 fault 0`)());
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const share = throws.filter((each) => Math.floor(each * 10) === tenth).length / throws.length;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.12);
  }
});

it("a tail has its median in the middle and its p90 above nine in ten", () => {
  const dice = diceFor(1, "tail");
  const drawn = Array.from({ length: 20_000 }, () => draw({ kind: "tail", median: 10, p90: 30 }, dice));
  const share = (below: number) => drawn.filter((each) => each < below).length / drawn.length;
  expect(share(10)).toBeCloseTo(0.5, 1);
  expect(share(30)).toBeCloseTo(0.9, 1);
  expect(Math.min(...drawn)).toBeGreaterThan(0);
});

it("between two lies between the two, and exact is exact", () => {
  const dice = diceFor(1, "between");
  const drawn = Array.from({ length: 1_000 }, () => draw({ kind: "between", min: 2, max: 6 }, dice));
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...drawn)).toBeLessThanOrEqual(6);
  expect(draw({ kind: "exact", value: 7 }, dice)).toBe(7);
});
