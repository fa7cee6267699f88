import { describe, expect, it } from "vitest";
import { answerDigest, junkIn } from "./junk.ts";
import { parseResult } from "./result-schema.ts";

/** In two parts: what is left for later is looked for in these files. */
const LATER = ["TO", "DO"].join("");

describe("an answer that merely has the right form", () => {
  it.each([
    ["a type's name", { decisions: ["string"] }],
    ["dots", { decisions: ["..."] }],
    ["an ellipsis", { concerns: ["…"] }],
    ["a to-do", { nothing_to_do: LATER }],
    ["something in angle brackets", { files_created: ["<path>"] }],
    ["an example of a path", { files_modified: ["path/to/file.ts"] }],
    [
      "the contract's own words",
      { decisions: ["What was decided on the way; tasks that depend on this one are told."] },
    ],
  ])("is refused: %s", (_, fields) => {
    const parsed = parseResult({ status: "done", ...fields }, "a");
    expect(parsed).toMatchObject({ ok: false, problems: [expect.stringContaining("is a placeholder")] });
  });

  it("is refused also where an agent says it is blocked and asks the example's question", () => {
    const asked = { status: "blocked", blocked_reason: "ambiguous_spec", uncertain_about: "your question" };
    expect(parseResult(asked, "a").ok).toBe(false);
  });

  it.each([
    ["a file that is called so", { files_created: [LATER, "docs/todo.md", "src/path.ts", "string.c"] }],
    ["a sentence about a placeholder", { decisions: [`${LATER} comments are kept`, "The field is a string"] }],
    ["nothing at all", { decisions: [], concerns: [""] }],
    ["none", { concerns: ["none", "n/a", "-"] }],
  ])("is not what looks like it: %s", (_, fields) => {
    expect(parseResult({ status: "done", ...fields }, "a").ok).toBe(true);
  });

  it("may show any line of a file", () => {
    expect(junkIn({ changes: [{ file: "a.html", current: "<div>", should_be: "<p>" }] })).toEqual([]);
    expect(junkIn({ changes: [{ file: "path", current: "…", should_be: "…" }] })).toHaveLength(3);
  });

  it("is not followed without end", () => {
    let deep: unknown = "string";
    for (let level = 0; level < 5_000; level += 1) deep = { deep };
    expect(junkIn(deep)).toEqual([]);
    expect(junkIn(Array.from({ length: 100 }, () => LATER))).toHaveLength(10);
  });
});

describe("two answers", () => {
  it("are the same however their keys are ordered, and only then", () => {
    expect(answerDigest({ a: 1, b: ["x"] })).toBe(answerDigest({ b: ["x"], a: 1 }));
    expect(answerDigest({ a: 1, b: ["x"] })).not.toBe(answerDigest({ a: 1, b: ["y"] }));
    expect(answerDigest(["x", "y"])).not.toBe(answerDigest(["y", "x"]));
  });
});
