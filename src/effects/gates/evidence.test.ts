import fc from "fast-check";
import { expect, test } from "vitest";
import { EVIDENCE_BYTES_MAX, EVIDENCE_LINES_MAX, evidenceOf, linesOf } from "./evidence.ts";

test("what fits stays as it is", () => {
  expect(evidenceOf(["src/a.ts", "src/b.ts"])).toEqual(["src/a.ts", "src/b.ts"]);
});

test("of much, beginning and end stay, and how much is missing is said", () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `line ${at}`);
  const kept = evidenceOf(lines);
  expect(kept[0]).toBe("line 0");
  expect(kept.at(-1)).toBe("line 999");
  expect(kept).toHaveLength(EVIDENCE_LINES_MAX);
  expect(kept).toContain(`… ${1_000 - EVIDENCE_LINES_MAX + 1} lines left out …`);
});

test("escapes, keys of the environment and endless lines do not come through", () => {
  process.env["REEVE_TEST_API_KEY"] = "abcdef123456";
  try {
    expect(evidenceOf(["\u001b[31mred\u001b[0m abcdef123456", "two\nlines"])).toEqual([
      "red [redacted]",
      "two",
      "lines",
    ]);
    expect(evidenceOf(["x".repeat(10_000)])[0]).toHaveLength(400);
  } finally {
    delete process.env["REEVE_TEST_API_KEY"];
  }
});

test("evidence keeps its bounds, whatever it is made of", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 900 }), { maxLength: 120 }), (lines) => {
      const kept = evidenceOf(lines);
      expect(kept.length).toBeLessThanOrEqual(EVIDENCE_LINES_MAX);
      expect(Buffer.byteLength(kept.join("\n"))).toBeLessThanOrEqual(EVIDENCE_BYTES_MAX);
      expect(kept.some((line) => ["\n", "\u001b", "\u0000"].some((bad) => line.includes(bad)))).toBe(false);
    }),
  );
});

test("empty lines of an output are no evidence", () => {
  expect(linesOf("a\n\n  \nb\n")).toEqual(["a", "b"]);
});
