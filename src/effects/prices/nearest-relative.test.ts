/** Which listed model stands for one that is not listed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPriced, priceOf, quoteOf, relativeOf } from "./price-of.ts";

const AT = Date.UTC(2026, 10, 1);
const USAGE = { input: 1_000, output: 100, cacheRead: 0, cacheWrite: 0 };

describe("the nearest relative", () => {
  it.each([
    ["haiku", /^claude-haiku-/],
    ["sonnet[1m]", /^claude-sonnet-/],
    ["claude-haiku-9-9-20270101", /^claude-haiku-/],
    ["openrouter/anthropic/claude-opus-99", /^claude-opus-/],
    ["gpt-99", /^gpt-[\d.]+$/],
    ["gpt-99-mini", /^gpt-[\d.]+-mini$/],
    ["gemini-99-flash", /^gemini-.*flash/],
  ])("of %s is of its family and has a price", (model, family) => {
    const relative = relativeOf(model);
    expect(relative).toMatch(family);
    expect(isPriced(relative ?? "", AT)).toBe(true);
  });

  it("is the next version, not the newest, where a version is named", () => {
    expect(relativeOf("claude-sonnet-4-9")).toBe("claude-sonnet-4-6");
  });

  it("of a name without a family, or of nobody's, is nobody", () => {
    for (const model of ["", "claude", "default", "my-model", "claude-zeta-3", "__proto__", "4-5", "\u0000"])
      expect(relativeOf(model)).toBeNull();
  });

  it("of any text at all is somebody with a price, or nobody", () => {
    const words = fc.constantFrom("claude", "gpt", "haiku", "mini", "pro", "9", "5", "x", "-", "/", "[1m]", " ", "é");
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), (parts) => {
        const relative = relativeOf(parts.join(""));
        if (relative !== null) expect(typeof relative).toBe("string");
      }),
    );
  });
});

describe("a quote", () => {
  it("is exact for a listed model and for a price of one's own, else an estimate that says by whom", () => {
    expect(quoteOf("gpt-5", USAGE, AT)).toEqual({ usd: priceOf("gpt-5", USAGE, AT) });
    expect(quoteOf("haiku", USAGE, AT, { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 })).toEqual({ usd: 0.0011 });
    const like = relativeOf("haiku") ?? "";
    expect(quoteOf("haiku", USAGE, AT)).toEqual({ usd: priceOf(like, USAGE, AT), like });
    expect(quoteOf("my-model", USAGE, AT)).toBeNull();
    expect(quoteOf("haiku", { ...USAGE, input: Number.NaN }, AT)).toBeNull();
  });
});
