import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { isPriced, modelNames, priceOf } from "./price-of.ts";

const AT = Date.UTC(2026, 10, 1);
const NOTHING = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const OWN = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const counts = fc.record({
  input: fc.nat(1_000_000),
  output: fc.nat(1_000_000),
  cacheRead: fc.nat(1_000_000),
  cacheWrite: fc.nat(1_000_000),
});

describe("the price of tokens", () => {
  it("is the list price of the model, cache apart", () => {
    const usage = { input: 100_000, output: 10_000, cacheRead: 500_000, cacheWrite: 40_000 };
    expect(priceOf("claude-haiku-4-5", usage, AT)).toBeCloseTo(0.1 + 0.05 + 0.05 + 0.05, 6);
    expect(priceOf("gpt-5", { ...NOTHING, input: 100_000, output: 10_000 }, AT)).toBeCloseTo(0.125 + 0.1, 6);
  });

  it("is higher for what is kept in the cache for an hour", () => {
    const usage = { ...NOTHING, cacheWrite: 100_000 };
    expect(priceOf("claude-haiku-4-5", usage, AT)).toBeCloseTo(0.125, 6);
    expect(priceOf("claude-haiku-4-5", { ...usage, cacheWriteHour: 100_000 }, AT)).toBeCloseTo(0.2, 6);
  });

  it("is the person's own where there is one, whatever the model is called", () => {
    const usage = { input: 1_000_000, output: 1_000_000, cacheRead: 1_000_000, cacheWrite: 1_000_000 };
    expect(priceOf("gpt-5", usage, AT, OWN)).toBeCloseTo(22.05, 6);
    expect(priceOf(null, usage, AT, OWN)).toBeCloseTo(22.05, 6);
  });

  it("is unknown, not zero, for a model nobody lists", () => {
    for (const model of ["my-own-model", "gpt-99", "claude-opus-99-9", "sonnet", "", "__proto__", null])
      expect(priceOf(model, { ...NOTHING, input: 1 }, AT)).toBeNull();
    expect(isPriced("my-own-model", AT)).toBe(false);
    expect(isPriced("gpt-5", AT)).toBe(true);
  });

  it("is unknown for counts that are none", () => {
    for (const input of [Number.NaN, Number.POSITIVE_INFINITY, -1])
      expect(priceOf("gpt-5", { ...NOTHING, input }, AT)).toBeNull();
  });

  it("never falls when more is used, by the list and by the person's price", () => {
    fc.assert(
      fc.property(
        counts,
        counts,
        fc.constantFrom("gpt-5", "claude-haiku-4-5", "gemini-2.5-pro"),
        (less, more, model) => {
          const sum = {
            input: less.input + more.input,
            output: less.output + more.output,
            cacheRead: less.cacheRead + more.cacheRead,
            cacheWrite: less.cacheWrite + more.cacheWrite,
          };
          const few = priceOf(model, less, AT) ?? Number.NaN;
          expect(priceOf(model, sum, AT)).toBeGreaterThanOrEqual(few);
          expect(priceOf(model, sum, AT, OWN)).toBeGreaterThanOrEqual(priceOf(model, less, AT, OWN) ?? Number.NaN);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("a model's name", () => {
  it("is looked for as it is called, then without what agents and brokers put around it", () => {
    expect(modelNames("gpt-5")).toEqual(["gpt-5"]);
    expect(modelNames("claude-opus-4-5[1m]")).toEqual(["claude-opus-4-5[1m]", "claude-opus-4-5"]);
    expect(modelNames("openrouter/anthropic/claude-sonnet-4.5").at(-1)).toBe("claude-sonnet-4.5");
    expect(priceOf("models/gemini-2.5-pro", { ...NOTHING, input: 1000 }, AT)).toBeGreaterThan(0);
  });
});
