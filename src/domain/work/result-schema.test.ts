import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseResult } from "./result-schema.ts";

const DONE = {
  status: "done",
  task_id: "a",
  files_created: ["x.ts"],
  files_modified: [],
  decisions: ["kept it small"],
  tests_added: [],
  concerns: [],
};
const BLOCKED = {
  status: "blocked",
  task_id: "a",
  blocked_reason: "ambiguous_spec",
  uncertain_about: "Which port?",
  options: ["80", "8080"],
  attempted: "looked for a config",
  files_completed: [],
};

const problems = (value: unknown): readonly string[] => {
  const parsed = parseResult(value, "a");
  return parsed.ok ? [] : parsed.problems;
};

describe("a result", () => {
  test.each([DONE, BLOCKED])("of status $status that keeps the contract is taken as it is", (result) => {
    expect(parseResult(result, "a")).toEqual({ ok: true, result });
  });

  test("may leave out lists and its task id, and say more than it was asked", () => {
    expect(parseResult({ status: "done", mood: "good", files_modified: null }, "a")).toEqual({
      ok: true,
      result: { ...DONE, files_created: [], decisions: [] },
    });
    const { status, blocked_reason, uncertain_about } = BLOCKED;
    expect(parseResult({ status, blocked_reason, uncertain_about }, "a")).toEqual({
      ok: true,
      result: { ...BLOCKED, options: [], attempted: "" },
    });
  });

  test("is cut where it is too long, but not through a character", () => {
    const parsed = parseResult({ ...DONE, decisions: Array(9999).fill("d"), concerns: [`${"x".repeat(3999)}😀`] }, "a");
    const result = parsed.ok && parsed.result.status === "done" ? parsed.result : undefined;
    expect(result?.decisions).toHaveLength(500);
    expect(result?.concerns).toEqual(["x".repeat(3999)]);
  });
});

describe("is malformed:", () => {
  test.each([
    ["no object", "done", ["the result must be a JSON object"]],
    ["a list", [DONE], ["the result must be a JSON object"]],
    ["null", null, ["the result must be a JSON object"]],
    ["no status", {}, ['status must be "done" or "blocked"']],
    ["another status", { status: "ok" }, ['status must be "done" or "blocked"']],
    ["another task's", { ...DONE, task_id: "b" }, ['task_id is "b", but the task is "a"']],
    ["a text for a list", { ...DONE, concerns: "none" }, ["concerns must be a list of texts"]],
    ["a number in a list", { ...DONE, decisions: ["x", 3] }, ["decisions[1] must be text"]],
    [
      "blocked without saying why or on what",
      { status: "blocked" },
      [
        "blocked_reason must be one of: ambiguous_spec, missing_dependency, contradictory_requirements, impossible_as_specified",
        "uncertain_about is missing",
      ],
    ],
    ["blocked on nothing", { ...BLOCKED, uncertain_about: " " }, ["uncertain_about must say something"]],
    [
      "a status from the prototype",
      JSON.parse('{"__proto__": {"status": "done"}}'),
      ['status must be "done" or "blocked"'],
    ],
  ])("%s", (_name, value, expected) => {
    expect(problems(value)).toEqual(expected);
  });
});

test("no value makes reading throw, and what is taken is bounded and names this task", () => {
  const field = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.string()),
    fc.constantFrom("done", "blocked", "ambiguous_spec", "a"),
  );
  const keys = fc.constantFrom(...Object.keys({ ...DONE, ...BLOCKED }), "extra");
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(keys, field)), (value) => {
      const parsed = parseResult(value, "a");
      if (parsed.ok) expect(parsed.result.task_id).toBe("a");
      else expect(parsed.problems.length).toBeGreaterThan(0);
    }),
    { numRuns: 1000 },
  );
});
