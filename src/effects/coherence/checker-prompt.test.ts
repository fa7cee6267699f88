import fc from "fast-check";
import { expect, test } from "vitest";
import { bounded, checkerPrompt } from "./checker-prompt.ts";
import { reportOf } from "./report.ts";

const nothing = reportOf({
  interface_mismatches: [],
  schema_inconsistencies: [],
  duplicates: [],
  missing_connections: [],
  contract_gaps: [],
});

const task = {
  id: "api",
  title: "The API",
  branch: "reeve/r1/api",
  decisions: ["ids are uuid"],
  concerns: [],
  diff: "+a",
};

test("the prompt names tasks, decisions, contract and changes, and leaves no gap", () => {
  const entity = { name: "users", type: "database" as const, path: "db.sql", keyFields: ["id"], createdByTask: "api" };
  const prompt = checkerPrompt({
    base: "main",
    tasks: [task],
    contract: { entities: [entity], coreQueries: ["users -> orders"] },
    found: nothing,
  });
  for (const part of [
    "api: The API",
    "decided: ids are uuid",
    "database users in db.sql, with id; made by api",
    "+a",
    "users -> orders",
  ]) {
    expect(prompt).toContain(part);
  }
  expect(prompt).not.toMatch(/\{\{\w+\}\}/);
});

test("what an agent wrote is never taken for a gap of the template", () => {
  const prompt = checkerPrompt({
    base: "main",
    tasks: [{ ...task, diff: "+{{found}} $& $1" }],
    contract: null,
    found: nothing,
  });
  expect(prompt).toContain("+{{found}} $& $1");
});

test("a long change is cut, and the prompt says how much is missing", () => {
  const diff = Array.from({ length: 50_000 }, (_, line) => `+line ${line}`).join("\n");
  const prompt = checkerPrompt({ base: "main", tasks: [{ ...task, diff }], contract: null, found: nothing });
  expect(prompt.length).toBeLessThan(130_000);
  expect(prompt).toMatch(/\[… \d+ of 50000 lines left out here …\]/);
  expect(prompt).toContain("+line 0\n");
  expect(prompt).toContain("+line 49999");
});

test("bounded text is never longer than its bound, and whole if it fits", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 700 }), { maxLength: 40 }),
      fc.integer({ min: 100, max: 5000 }),
      (lines, max) => {
        const text = lines.join("\n");
        const cut = bounded(text, max);
        if (text.length <= max) expect(cut).toBe(text);
        else expect(cut.length).toBeLessThanOrEqual(max);
      },
    ),
  );
});
