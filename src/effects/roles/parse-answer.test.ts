/** Reading agents' answers: forgiving where nothing is lost, exact where something would be, bounded everywhere. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ADVISOR_ROLES } from "../../domain/work/role-answers.ts";
import { parseRoleAnswer, roleSchemas } from "./parse-answer.ts";

const task = { id: "a", prompt: "Do it." };

describe("any role's answer", () => {
  test.each(ADVISOR_ROLES)("%s: what is no object is refused", (role) => {
    for (const value of [null, undefined, "text", 3, [{}]])
      expect(parseRoleAnswer(role, value)).toEqual({ ok: false, problems: ["the answer must be a JSON object"] });
  });

  test.each(ADVISOR_ROLES)(
    "%s: whatever is handed back, reading ends in an answer that fits its own schema",
    (role) => {
      const schema = z.fromJSONSchema(z.toJSONSchema(roleSchemas[role], { target: "draft-7", io: "output" }) as never);
      const keys = Object.keys((z.toJSONSchema(roleSchemas[role], { io: "output" }).properties ?? {}) as object);
      const anything = fc.dictionary(fc.constantFrom(...keys, "strange"), fc.jsonValue({ maxDepth: 4 }), {
        maxKeys: 10,
      });
      fc.assert(
        fc.property(anything, (value) => {
          const parsed = parseRoleAnswer(role, value);
          if (parsed.ok) {
            const fits = schema.safeParse(JSON.parse(JSON.stringify(parsed.answer)));
            expect(fits.error?.issues ?? []).toEqual([]);
          } else {
            expect(parsed.problems).not.toEqual([]);
          }
        }),
      );
    },
  );

  test("unknown keys are dropped and null counts as absent", () => {
    expect(parseRoleAnswer("reviewer", { verdict: "approve", reasons: null, mood: "good" })).toEqual({
      ok: true,
      answer: { verdict: "approve", reasons: [], must_change: [] },
    });
  });

  test("what is too long is cut, and not through a character", () => {
    const parsed = parseRoleAnswer("reviewer", { verdict: "reject", reasons: [`${"x".repeat(3999)}😀`] });
    expect(parsed.ok && parsed.answer.reasons[0]?.isWellFormed()).toBe(true);
    expect(parsed.ok && parsed.answer.reasons[0]).toHaveLength(3999);
    const many = parseRoleAnswer("reviewer", { verdict: "reject", reasons: new Array(1000).fill("no") });
    expect(many.ok && many.answer.reasons).toHaveLength(200);
  });
});

describe("the debugger's", () => {
  test("least answer is the root cause; nobody is sure who does not say so", () => {
    expect(parseRoleAnswer("debugger", { root_cause: "A typo." })).toEqual({
      ok: true,
      answer: {
        failure_classification: "unknown",
        root_cause: "A typo.",
        root_cause_location: null,
        fix: { description: "", changes: [] },
        out_of_scope: [],
        upstream_dependency: null,
        confidence: "low",
        confidence_reason: "",
      },
    });
    expect(parseRoleAnswer("debugger", {})).toEqual({ ok: false, problems: ["root_cause is missing"] });
  });

  test.each([
    [0.95, "high"],
    [60, "medium"],
    [0.2, "low"],
    ["HIGH", "high"],
  ])("confidence %s is %s", (confidence, word) => {
    expect(parseRoleAnswer("debugger", { root_cause: "x", confidence })).toMatchObject({
      answer: { confidence: word },
    });
  });

  test("lines may be texts, ids numbers, a fix one sentence, and an unknown class is unknown", () => {
    const said = {
      failure_classification: "cosmic_rays",
      root_cause: "x",
      root_cause_location: { file: "a.ts", line: "12-20" },
      fix: "Turn it round.",
      upstream_dependency: 4,
    };
    expect(parseRoleAnswer("debugger", said)).toMatchObject({
      answer: {
        failure_classification: "unknown",
        root_cause_location: { file: "a.ts", line: 12, context: "" },
        fix: { description: "Turn it round.", changes: [] },
        upstream_dependency: "4",
      },
    });
  });
});

describe("the supervisor's", () => {
  test("actions are one of eight, and a reason belongs to each", () => {
    const actions = [
      { task_id: 4, action: "Reorder", reason: "It goes first.", upstream: null },
      { task_id: "3", action: "pray", reason: "" },
    ];
    const parsed = parseRoleAnswer("supervisor", { diagnosis: "d", actions });
    expect(parsed).toMatchObject({ ok: false });
    expect(!parsed.ok && parsed.problems.join()).toMatch(
      /actions\[1\]\.action must be one of: retry.*escalate.*actions\[1\]\.reason must say something/s,
    );
    expect(parseRoleAnswer("supervisor", { diagnosis: "d", actions: actions.slice(0, 1) })).toEqual({
      ok: true,
      answer: {
        diagnosis: "d",
        pattern_detected: null,
        actions: [{ task_id: "4", action: "reorder", reason: "It goes first." }],
        recommendations: [],
        should_halt: false,
        halt_reason: null,
      },
    });
  });
});

describe("the planner's", () => {
  test("tasks keep what is absent absent, and one sentence is a concern of all", () => {
    const parsed = parseRoleAnswer("planner", {
      tasks: [{ ...task, role: null }],
      cross_cutting_concerns: ["Be quick."],
    });
    expect(parsed).toEqual({
      ok: true,
      answer: {
        tasks: [task],
        removed_tasks: [],
        contract: null,
        cross_cutting_concerns: [{ concern: "Be quick.", tasks: [] }],
        validation: [],
      },
    });
  });

  test("nothing of a plan is cut: too long a prompt, too long a command and too many tasks are refused", () => {
    const long = { ...task, prompt: "x".repeat(50_001), gates: ["y".repeat(2001)] };
    expect(parseRoleAnswer("planner", { tasks: [long] })).toEqual({
      ok: false,
      problems: [
        "tasks[0].prompt must have at most 50000 characters",
        "tasks[0].gates[0] must have at most 2000 characters",
      ],
    });
    const tasks = Array.from({ length: 501 }, (_, at) => ({ ...task, id: `t${at}` }));
    expect(parseRoleAnswer("planner", { tasks })).toEqual({
      ok: false,
      problems: ["tasks must have at most 500 entries"],
    });
  });

  test("every problem is told with its place", () => {
    const said = { tasks: [{ id: "a" }, { prompt: " " }], validation: [{ severity: "fatal", message: "m" }] };
    expect(parseRoleAnswer("planner", said)).toEqual({
      ok: false,
      problems: [
        "tasks[0].prompt is missing",
        "tasks[1].id is missing",
        "tasks[1].prompt must say something",
        "validation[0].severity must be one of: error, warning, info",
      ],
    });
  });
});
